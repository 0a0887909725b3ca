import { Failure } from '../http/failures.ts';
import { isEmergencyUser, type IdentityProvider } from '../store/postgres/accounts/identity-providers.ts';
import type { UserWithGroups } from '../store/postgres/accounts/provisioned-users.ts';
import { noteRoleOrigin } from '../store/postgres/accounts/user-identities.ts';
import { updateUser } from '../store/postgres/accounts/users.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { roleOfGroups, type RoleOfGroup } from './claims.ts';
import { noAccount } from './no-account.ts';

/** Gives users the roles of their groups. */

/** Changes the role of a user. @returns false: the user is the last administrator of the company and keeps the role */
const changeRole = async (tx: Database, author: Author, userId: number, role: number): Promise<boolean> => {
  try {
    await updateUser(tx, author, userId, { values: { role }, seen: null, password: null, keep: null });
    return true;
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'last_administrator')) throw error;
    return false;
  }
};

interface RoleRules {
  readonly provider: Pick<IdentityProvider, 'defaultRoleId' | 'emergencyEmails'>;
  readonly mapped: readonly RoleOfGroup[];
}

/**
 * Gives a user the role of the groups. A user whose role a group gave and who is in no such group any more gets the
 * default role. Agency users and the administrators of emergencies keep their roles.
 *
 * @param known a user who is not deleted
 * @returns false: the user is the last administrator and keeps the role until a later call, when there is another one
 * @throws {Failure} `single_sign_on_no_account`: no group gives a role any more, and there is no default role
 */
export const alignRole = async (
  tx: Database,
  author: Author,
  known: Omit<UserWithGroups, 'status'>,
  { provider, mapped }: RoleRules,
): Promise<boolean> => {
  const { userId, email, roleId, base, roleFromGroup, groups } = known;
  if (base === 'agency' || isEmergencyUser(provider, email)) return true;
  const groupRole = roleOfGroups(groups, mapped);
  if (groupRole === null && !roleFromGroup) return true;
  const role = groupRole ?? provider.defaultRoleId;
  if (role === null)
    throw noAccount(`no group gives user ${userId} a role, and there is no role at first sign-in`);
  if (role !== roleId && !(await changeRole(tx, author, userId, role))) return false;
  if (roleFromGroup !== (groupRole !== null))
    await noteRoleOrigin(tx, { companyId: author.companyId, userId }, groupRole !== null);
  return true;
};
