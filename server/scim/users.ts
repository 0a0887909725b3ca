import { hashPassword } from '../accounts/passwords.ts';
import { newToken } from '../accounts/tokens.ts';
import { endInvitationOf, openInvitationOf } from '../store/postgres/accounts/invitations.ts';
import { leaveGroups } from '../store/postgres/accounts/provisioned-groups.ts';
import {
  findScimUser,
  scimUsersNamed,
  storeProvisioning,
  type ScimUser,
} from '../store/postgres/accounts/provisioned-users.ts';
import {
  insertUserIn,
  removeUsers,
  replaceDeletedRole,
  restoreUsers,
  updateUser,
} from '../store/postgres/accounts/users.ts';
import { invalidValue, notFound, ScimError } from './errors.ts';
import type { Operation } from './operations.ts';
import {
  alignRoles,
  explainLastAdministrator,
  requireNoEmergencyUser,
  type ProvisioningWork,
} from './provision.ts';
import { documentOf, isEmail, nameOf, provisioningOf, readUser, type StatedUser } from './user-document.ts';
import { patchUser } from './user-patch.ts';

/** Changes of users by SCIM, with the rules of the product. Each runs in the transaction of its request. */

/** @throws {ScimError} `invalidValue`: the address could not sign in through the provider */
const requireAddress = ({ provider }: ProvisioningWork, email: string): void => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (!isEmail(email))
    throw invalidValue('The email address is not valid: state one in "emails" or "userName".');
  if (!provider.emailDomains.includes(domain))
    throw invalidValue(`The settings of the identity provider do not list the domain of ${email}.`);
};

const requireUser = async ({ tx, author }: ProvisioningWork, id: number | null): Promise<ScimUser> => {
  const found = id === null ? null : await findScimUser(tx, author.companyId, id);
  if (found === null) throw notFound();
  return found;
};

const uniqueness = (): ScimError =>
  new ScimError(409, 'uniqueness', 'Another user has this user name or email address.');

/** Changes name and address of a user who is not deleted. */
const updateAttributes = async (
  { tx, author }: ProvisioningWork,
  { id }: ScimUser,
  values: { readonly user_name: string; readonly email: string },
): Promise<void> => updateUser(tx, author, id, { values, seen: null, password: null, keep: null });

/** Attributes of a change, and whether they differ from the present ones. */
const attributesOf = (before: ScimUser, stated: StatedUser) => {
  // A name that an administrator changed here stays until the provider states another.
  const isNameChanged = stated.name !== null && stated.name !== nameOf(provisioningOf(before).names);
  const values = {
    user_name: isNameChanged && stated.name !== null ? stated.name : before.name,
    email: stated.email,
  };
  return { values, differ: values.user_name !== before.name || values.email !== before.email };
};

/** Restores a user. One whose role was deleted meanwhile gets the role of new users. */
const restoreUser = async ({ tx, author, provider }: ProvisioningWork, id: number): Promise<void> => {
  if (provider.defaultRoleId !== null) await replaceDeletedRole(tx, author, id, provider.defaultRoleId);
  await restoreUsers(tx, author, [id]);
};

/** Brings a user to what a document states. */
const applyUser = async (work: ProvisioningWork, before: ScimUser, stated: StatedUser): Promise<number> => {
  const { tx, author } = work;
  const isActive = stated.active ?? before.active;
  const { values, differ } = attributesOf(before, stated);
  if (values.email !== before.email) {
    requireNoEmergencyUser(work, before.email);
    requireAddress(work, values.email);
  }
  if (before.active && !isActive) requireNoEmergencyUser(work, before.email);
  if ((await scimUsersNamed(tx, author.companyId, stated, before.id)).length > 0) throw uniqueness();
  // The attributes of a deleted user cannot be changed.
  const isOpen = before.active || isActive || differ;
  if (!before.active && isOpen) await restoreUser(work, before.id);
  if (differ) await updateAttributes(work, before, values);
  await storeProvisioning(tx, author, before, stated);
  if (isActive) await alignRoles(work, [before.id]);
  else if (isOpen) await explainLastAdministrator(removeUsers(tx, author, [before.id]));
  return before.id;
};

/** @throws {ScimError} `invalidValue`: the user is not invited, and there is no role of new users */
const insertUser = async (work: ProvisioningWork, stated: StatedUser): Promise<number> => {
  const { tx, author, provider } = work;
  const { email } = stated;
  requireAddress(work, email);
  const invited = await openInvitationOf(tx, author.companyId, email, author.at);
  const role = invited?.role ?? provider.defaultRoleId;
  if (role === null) throw invalidValue('The settings of the identity provider name no role of new users.');
  const values = { user_name: stated.name ?? email, email, role, agency: invited?.agency ?? null };
  // Nobody knows this password; a password can be set by a reset link unless single sign-on is forced.
  const id = await insertUserIn(tx, author, values, await hashPassword(newToken()));
  await endInvitationOf(tx, author, email);
  const made = { id, name: values.user_name, email: values.email, active: true, provisioning: null };
  await storeProvisioning(
    tx,
    author,
    { ...made, isRemoved: false, createdAt: author.at, updatedAt: author.at },
    stated,
  );
  if (stated.active === false) await removeUsers(tx, author, [id]);
  return id;
};

/**
 * Creates a user. One whom the provider deleted before is restored.
 *
 * @returns the user's id
 * @throws {ScimError} `uniqueness`, `invalidValue`
 */
export const createUser = async (work: ProvisioningWork, body: unknown): Promise<number> => {
  const stated = readUser(body);
  const [known, ...others] = await scimUsersNamed(work.tx, work.author.companyId, stated);
  if (known === undefined) return insertUser(work, stated);
  if (!known.isRemoved || others.length > 0) throw uniqueness();
  return applyUser(work, known, { ...stated, active: stated.active ?? true });
};

/** Replaces a user; a status that is not stated stays. @throws {ScimError} */
export const replaceUser = async (
  work: ProvisioningWork,
  id: number | null,
  body: unknown,
): Promise<number> => applyUser(work, await requireUser(work, id), readUser(body));

/** Applies operations to a user. @throws {ScimError} */
export const changeUser = async (
  work: ProvisioningWork,
  id: number | null,
  operations: readonly Operation[],
): Promise<number> => {
  const before = await requireUser(work, id);
  const stated = readUser(patchUser(documentOf(before), operations));
  const { userName } = provisioningOf(before);
  // The address follows the user name where both were equal, and the operations name one of them only.
  const follows =
    stated.email === before.email &&
    stated.userName !== userName &&
    userName.toLowerCase() === before.email.toLowerCase() &&
    isEmail(stated.userName);
  return applyUser(work, before, follows ? { ...stated, email: stated.userName } : stated);
};

/** Deletes a user. @throws {ScimError} `mutability` */
export const deleteUser = async (work: ProvisioningWork, id: number | null): Promise<void> => {
  const { tx, author } = work;
  const before = await requireUser(work, id);
  requireNoEmergencyUser(work, before.email);
  await explainLastAdministrator(removeUsers(tx, author, [before.id]));
  await leaveGroups(tx, author, before.id);
  await storeProvisioning(tx, author, before, provisioningOf(before), true);
};
