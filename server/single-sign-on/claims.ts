import type { VerifiedClaims } from './provider-client.ts';

/** Reads the claims of a user. Pure. */

const NAME_LIMIT = 100;
const EMAIL_LIMIT = 254;
const GROUP_LIMIT = 2000;
/** Issuer of all Google accounts: only its claim `hd` says to which organisation an account belongs. */
const GOOGLE = 'https://accounts.google.com';

export interface ClaimRules {
  readonly issuer: string;
  readonly groupClaim: string;
  readonly emailDomains: readonly string[];
  /** Whether addresses are accepted of which the provider does not state whether they are verified. */
  readonly unstatedEmails: boolean;
}

export interface IdentifiedPerson {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
  /** Null: the provider states that there are groups, but not which. */
  readonly groups: readonly string[] | null;
}

/** Why claims identify nobody. */
export type ClaimFault = 'email_missing' | 'email_unverified' | 'email_domain';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isTrue = (value: unknown): boolean =>
  value === true || value === 'true' || value === 1 || value === '1';

/** Whether the address is verified. `xms_edov` is the statement of Entra ID, which has no `email_verified`. */
const isVerified = (claims: VerifiedClaims, { unstatedEmails }: ClaimRules): boolean => {
  const stated = claims['email_verified'] ?? claims['xms_edov'];
  return stated === undefined || stated === null ? unstatedEmails : isTrue(stated);
};

const isAddress = (email: string): boolean => email.length <= EMAIL_LIMIT && /^[^\s@]+@[^\s@]+$/.test(email);

const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1).toLowerCase();

/** Groups of a claim. A provider that sends a reference in place of many groups names the claim in `_claim_names`. */
const groupsOf = (claims: VerifiedClaims, groupClaim: string): readonly string[] | null => {
  const stated = claims[groupClaim];
  if (typeof stated === 'string') return [stated];
  if (Array.isArray(stated))
    return stated.slice(0, GROUP_LIMIT).filter((one): one is string => typeof one === 'string');
  const references = claims['_claim_names'];
  return typeof references === 'object' && references !== null && Object.hasOwn(references, groupClaim)
    ? null
    : [];
};

/** The person whom verified claims identify, or why they identify nobody. */
export const readPerson = (claims: VerifiedClaims, rules: ClaimRules): IdentifiedPerson | ClaimFault => {
  const email = textOf(claims['email']);
  if (!isAddress(email)) return 'email_missing';
  if (!isVerified(claims, rules)) return 'email_unverified';
  const organisations =
    rules.issuer === GOOGLE ? [domainOf(email), textOf(claims['hd']).toLowerCase()] : [domainOf(email)];
  if (!organisations.every(domain => rules.emailDomains.includes(domain))) return 'email_domain';
  const name = textOf(claims['name']) || textOf(claims['preferred_username']) || email;
  return {
    subject: claims.sub,
    email,
    name: Array.from(name).slice(0, NAME_LIMIT).join(''),
    groups: groupsOf(claims, rules.groupClaim),
  };
};

/** A role that a group gives. */
export interface RoleOfGroup {
  readonly groupName: string;
  readonly roleId: number;
  readonly priority: number;
}

/** The role of the group with the smallest priority; of several such the one with the first name. Null: none. */
export const roleOfGroups = (groups: readonly string[], mapped: readonly RoleOfGroup[]): number | null => {
  const known = new Set(groups);
  const [first] = mapped
    .filter(({ groupName }) => known.has(groupName))
    .toSorted((a, b) => a.priority - b.priority || (a.groupName < b.groupName ? -1 : 1));
  return first?.roleId ?? null;
};
