import { Failure } from '../http/failures.ts';
import { alignRole } from '../single-sign-on/align-role.ts';
import type { RoleOfGroup } from '../single-sign-on/claims.ts';
import {
  isEmergencyUser,
  providerOfCompany,
  rolesOfGroups,
  type IdentityProvider,
} from '../store/postgres/accounts/identity-providers.ts';
import { usersWithGroups } from '../store/postgres/accounts/provisioned-users.ts';
import { withCompanyLock } from '../store/postgres/engine/advisory-lock.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { ScimError } from './errors.ts';

/** The transaction of a change by SCIM, with the rules of the company. */

/** Rules of a company without an identity provider: no user can be made, and nobody is excepted. */
const NO_PROVIDER: ProvisioningRules = { emailDomains: [], defaultRoleId: null, emergencyEmails: [] };

export type ProvisioningRules = Pick<IdentityProvider, 'emailDomains' | 'defaultRoleId' | 'emergencyEmails'>;

export interface ProvisioningWork {
  readonly tx: Database;
  readonly author: Author;
  readonly provider: ProvisioningRules;
  readonly mapped: readonly RoleOfGroup[];
}

/** Runs a change under the lock of the company's users. */
export const provision = <Answer>(
  db: Database,
  author: Author,
  work: (parts: ProvisioningWork) => Promise<Answer>,
): Promise<Answer> =>
  withCompanyLock(db, author.companyId, async tx => {
    const provider = (await providerOfCompany(tx, author.companyId)) ?? NO_PROVIDER;
    return work({ tx, author, provider, mapped: await rolesOfGroups(tx, author.companyId) });
  });

/**
 * Gives users the roles of their groups at once. Deleted users get theirs when they are restored. One who seems to be the
 * last administrator comes after the others, of whom another may become one.
 */
export const alignRoles = async (
  { tx, author, ...rules }: ProvisioningWork,
  userIds: readonly number[],
): Promise<void> => {
  if (userIds.length === 0) return;
  const users = await usersWithGroups(tx, author.companyId, userIds);
  const lastAdministrators: (typeof users)[number][] = [];
  for (const known of users)
    if (known.status && !(await alignRole(tx, author, known, rules))) lastAdministrators.push(known);
  for (const known of lastAdministrators) await alignRole(tx, author, known, rules);
};

/**
 * Refuses to lock out or to rename the administrators who sign in when the identity provider is down.
 *
 * @throws {ScimError} `mutability`
 */
export const requireNoEmergencyUser = ({ provider }: ProvisioningWork, email: string): void => {
  if (isEmergencyUser(provider, email))
    throw new ScimError(
      400,
      'mutability',
      'This user is an administrator for emergencies: the address and the status cannot be changed by SCIM.',
    );
};

/** Replaces the failure of the last administrator by an error that names the cause. */
export const explainLastAdministrator = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'last_administrator')) throw error;
    throw new ScimError(
      400,
      'mutability',
      'This user is the last administrator of the company and cannot be deactivated or deleted by SCIM.',
    );
  }
};
