import { formats } from '../http/formats.ts';
import { LENGTHS } from '../records/writing.ts';
import type { ProvisionedNames } from '../store/postgres/schema/index.ts';
import type { Provisioning, ScimUser } from '../store/postgres/accounts/provisioned-users.ts';
import { invalidValue } from './errors.ts';
import { isObject, valueOf, type ScimObject } from './operations.ts';
import { readName } from './user-patch.ts';

/** Reads users from the documents of the identity provider, and writes them. Pure. */

const MAX_TEXT_LENGTH = 1000;
const MAX_USER_NAME_LENGTH = 254;
const MAX_EXTERNAL_ID_LENGTH = 300;

const EMAIL = new RegExp(formats.email.pattern, 'u');

/** What a document states of a user. */
export interface StatedUser extends Provisioning {
  readonly email: string;
  /** Null: no name is stated. */
  readonly name: string | null;
  /** Null: not stated. */
  readonly active: boolean | null;
}

/** A text without surrounding spaces; null: it is absent or empty. @throws {ScimError} `invalidValue` */
export const readText = (value: unknown, attribute: string, maxLength: number): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalidValue(`"${attribute}" is no text.`);
  const text = value.trim();
  if (text.length > maxLength) throw invalidValue(`"${attribute}" is longer than ${maxLength} characters.`);
  return text === '' ? null : text;
};

const readActive = (value: unknown): boolean | null => {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? null;
  // Entra ID sends "True" and "False".
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw invalidValue('"active" is neither true nor false.');
};

/** The address of a user: the primary one, else that of work, else the first. Null: none is stated. */
const readEmail = (value: unknown): string | null => {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || !value.every(isObject)) throw invalidValue('"emails" is no list of objects.');
  const elements = value.filter(
    element => readText(valueOf(element, 'value'), 'emails.value', MAX_TEXT_LENGTH) !== null,
  );
  // Entra ID sends "True".
  const isTrue = (flag: unknown) => String(flag).toLowerCase() === 'true';
  const chosen =
    elements.find(element => isTrue(valueOf(element, 'primary'))) ??
    elements.find(element => String(valueOf(element, 'type')).toLowerCase() === 'work') ??
    elements[0];
  return chosen === undefined ? null : readText(valueOf(chosen, 'value'), 'emails.value', MAX_TEXT_LENGTH);
};

export const isEmail = (text: string): boolean =>
  text.length <= LENGTHS.email && text !== '' && EMAIL.test(text);

const readNames = (document: ScimObject): ProvisionedNames => {
  const name = valueOf(document, 'name');
  if (name !== undefined && name !== null && !isObject(name)) throw invalidValue('"name" is no object.');
  const stated = { displayName: valueOf(document, 'displayName'), ...readName(name) };
  return Object.fromEntries(
    Object.entries(stated)
      .map(([part, value]) => [part, readText(value, part, MAX_TEXT_LENGTH)] as const)
      .filter(([, text]) => text !== null),
  );
};

/** Chinese characters and kana: the family name precedes. */
const EAST_ASIAN = /[\u3040-\u30ff\u3400-\u9fff]/;

/** The name of a user: the display name, else the formatted one, else the parts. Null: none is stated. */
export const nameOf = ({
  displayName,
  formatted,
  givenName,
  familyName,
}: ProvisionedNames): string | null => {
  const parts = [givenName, familyName].filter(part => part !== undefined);
  const joined = (EAST_ASIAN.test(parts.join('')) ? parts.toReversed() : parts).join(' ');
  const name = displayName ?? formatted ?? joined;
  return name === '' ? null : Array.from(name).slice(0, LENGTHS.name).join('');
};

/** @throws {ScimError} `invalidValue` */
export const readUser = (body: unknown): StatedUser => {
  if (!isObject(body)) throw invalidValue('The user is no object.');
  const userName = readText(valueOf(body, 'userName'), 'userName', MAX_USER_NAME_LENGTH);
  if (userName === null) throw invalidValue('"userName" is required.');
  const email = readEmail(valueOf(body, 'emails')) ?? userName;
  const names = readNames(body);
  return {
    userName,
    externalId: readText(valueOf(body, 'externalId'), 'externalId', MAX_EXTERNAL_ID_LENGTH),
    email,
    names,
    name: nameOf(names),
    active: readActive(valueOf(body, 'active')),
  };
};

/** What the provider states of a user, also of one whom it has not written yet. */
export const provisioningOf = ({ provisioning, email, name }: ScimUser): Provisioning =>
  provisioning ?? { userName: email, externalId: null, names: { displayName: name } };

/** The user as a document to which the operations of a PATCH are applied. */
export const documentOf = (user: ScimUser): ScimObject => {
  const { userName, externalId, names } = provisioningOf(user);
  const { displayName, ...parts } = names;
  return {
    userName,
    ...(externalId !== null && { externalId }),
    ...(displayName !== undefined && { displayName }),
    name: parts,
    emails: [{ value: user.email, type: 'work', primary: true }],
    active: user.active,
  };
};
