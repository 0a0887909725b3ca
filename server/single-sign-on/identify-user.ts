import { hashPassword } from '../accounts/passwords.ts';
import { newToken } from '../accounts/tokens.ts';
import { Failure } from '../http/failures.ts';
import { rolesOfGroups, type IdentityProvider } from '../store/postgres/accounts/identity-providers.ts';
import { endInvitationOf, openInvitationOf } from '../store/postgres/accounts/invitations.ts';
import { usersWithGroups } from '../store/postgres/accounts/provisioned-users.ts';
import { insertUserIn } from '../store/postgres/accounts/users.ts';
import {
  linkUser,
  noteRoleOrigin,
  userOfEmail,
  userOfSubject,
  type KnownUser,
  type Subject,
} from '../store/postgres/accounts/user-identities.ts';
import { withCompanyLock } from '../store/postgres/engine/advisory-lock.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { alignRole } from './align-role.ts';
import { roleOfGroups, type IdentifiedPerson, type RoleOfGroup } from './claims.ts';
import { noAccount } from './no-account.ts';

/** Finds, links or makes the user whom an identity provider identified, and gives the role of the groups. */

type IdentifiedUser = KnownUser & { readonly roleFromGroup: boolean };

/** A sign-in in the transaction that identifies its user. */
interface Identification {
  readonly tx: Database;
  readonly provider: IdentityProvider;
  readonly person: IdentifiedPerson;
  readonly subject: Subject;
  readonly mapped: readonly RoleOfGroup[];
  /** Role of the person's groups; null: none, or the groups are not known. */
  readonly groupRole: number | null;
  readonly origin: Pick<Author, 'ip' | 'at'>;
}

const authorOf = ({ provider, origin }: Identification, userId: number | null): Author => ({
  companyId: provider.companyId,
  userId,
  ...origin,
});

/** How a user is made: role and agency, and who decided on them. */
interface NewAccess {
  readonly role: number;
  readonly agency: number | null;
  readonly author: Author;
}

/**
 * Role and agency of a new user: those of the groups, else of the invitation, else of new users. Nothing but an
 * invitation states an agency, so one to an agency precedes the groups.
 *
 * @throws {Failure} `single_sign_on_no_account`: users are not made
 */
const accessOfNewUser = async (sign: Identification): Promise<NewAccess> => {
  const { tx, provider, person, groupRole, origin } = sign;
  const { companyId } = provider;
  const invited = await openInvitationOf(tx, companyId, person.email, origin.at);
  if (invited !== null && (groupRole === null || invited.roleBase === 'agency')) {
    const { role, agency, invitedBy } = invited;
    return { role, agency, author: { companyId, userId: invitedBy, ip: '', at: origin.at } };
  }
  const role = groupRole ?? provider.defaultRoleId;
  if (role === null)
    throw noAccount('not invited, no group gives a role, and there is no role at first sign-in');
  return { role, agency: null, author: authorOf(sign, null) };
};

/** @throws {Failure} `single_sign_on_no_account`: users are not made, or their role or address cannot be used */
const makeUser = async (sign: Identification): Promise<number> => {
  const { tx, person } = sign;
  const { role, agency, author } = await accessOfNewUser(sign);
  // Nobody knows this password; a password can be set by a reset link unless single sign-on is forced.
  const password = await hashPassword(newToken());
  const values = { user_name: person.name, email: person.email, role, agency };
  try {
    const userId = await insertUserIn(tx, author, values, password);
    await endInvitationOf(tx, authorOf(sign, userId), person.email);
    return userId;
  } catch (cause) {
    throw cause instanceof Failure ? new Failure('single_sign_on_no_account', { cause }) : cause;
  }
};

/**
 * The user of a subject that is new: the one with the address, who is linked once, or a new one.
 *
 * @throws {Failure} `single_sign_on_no_account`: the user is deleted, or linked to another subject
 */
const adoptUser = async (sign: Identification): Promise<IdentifiedUser> => {
  const { tx, person, subject, groupRole } = sign;
  const known = await userOfEmail(tx, subject, person.email);
  if (known?.status === false) throw noAccount(`user ${known.userId} is deleted`);
  if (known?.isLinked === true) throw noAccount(`user ${known.userId} is linked to another subject`);
  const userId = known?.userId ?? (await makeUser(sign));
  await linkUser(tx, authorOf(sign, userId), { ...subject, userId });
  const made = await userOfSubject(tx, subject);
  if (made === null) throw new Error('the identity of a user was not stored');
  if (known !== null || groupRole === null || made.base === 'agency') return made;
  await noteRoleOrigin(tx, { companyId: subject.companyId, userId }, true);
  return { ...made, roleFromGroup: true };
};

/**
 * Gives a user the role of the groups: of those that the provider provisions, else of those that the claims state.
 *
 * @throws {Failure} `single_sign_on_no_account`: no group gives a role any more, and there is no default role
 */
const alignGroups = async (sign: Identification, known: IdentifiedUser): Promise<void> => {
  const { tx, provider, person, mapped } = sign;
  const author = authorOf(sign, known.userId);
  const [provisioned] = await usersWithGroups(tx, provider.companyId, [known.userId]);
  const rules = { provider, mapped };
  if (provisioned !== undefined) await alignRole(tx, author, provisioned, rules);
  else if (person.groups !== null) await alignRole(tx, author, { ...known, groups: person.groups }, rules);
};

/**
 * @returns id of the user
 * @throws {Failure} `single_sign_on_no_account`
 */
export const identifyUser = (
  db: Database,
  provider: IdentityProvider,
  person: IdentifiedPerson,
  origin: Pick<Author, 'ip' | 'at'>,
): Promise<number> =>
  withCompanyLock(db, provider.companyId, async tx => {
    const subject = { companyId: provider.companyId, issuer: provider.issuer, subject: person.subject };
    const mapped = await rolesOfGroups(tx, provider.companyId);
    const groupRole = person.groups === null ? null : roleOfGroups(person.groups, mapped);
    const sign: Identification = { tx, provider, person, subject, mapped, groupRole, origin };
    const known = (await userOfSubject(tx, subject)) ?? (await adoptUser(sign));
    if (!known.status) throw noAccount(`user ${known.userId} is deleted`);
    await alignGroups(sign, known);
    return known.userId;
  });
