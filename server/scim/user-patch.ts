import { ScimError, invalidValue } from './errors.ts';
import { selects } from './filter.ts';
import { isObject, requireWritable, valueOf, type Operation, type ScimObject } from './operations.ts';
import type { ScimFilter } from '../store/postgres/accounts/scim-conditions.ts';

/** Applies the operations of a PATCH to a user. Pure. */

type Document = Record<string, unknown>;

/** Attributes that are stored, by their names in lower case. Operations on others are ignored. */
const STORED: Readonly<Record<string, string>> = {
  username: 'userName',
  externalid: 'externalId',
  active: 'active',
  displayname: 'displayName',
  name: 'name',
  emails: 'emails',
};
const NAME_PARTS: Readonly<Record<string, string>> = {
  formatted: 'formatted',
  givenname: 'givenName',
  familyname: 'familyName',
};
const EMAIL_LIMIT = 50;

const patchSimple = (document: Document, name: string, { op, value, path }: Operation): void => {
  if (path.part !== null || path.filter !== null)
    throw new ScimError(400, 'invalidPath', `"${name}" has no parts.`);
  if (op === 'remove') delete document[name];
  else document[name] = value;
};

const patchName = (document: Document, { op, value, path }: Operation): void => {
  if (path.filter !== null) throw new ScimError(400, 'invalidPath', '"name" has no elements.');
  const before = isObject(document['name']) ? document['name'] : {};
  if (path.part === null) {
    if (op !== 'remove' && !isObject(value)) throw invalidValue('"name" is no object.');
    document['name'] = op === 'remove' ? {} : { ...before, ...readName(value) };
    return;
  }
  const part = Object.hasOwn(NAME_PARTS, path.part) ? NAME_PARTS[path.part] : undefined;
  if (part === undefined) return;
  const { [part]: _, ...others } = before;
  document['name'] = op === 'remove' ? others : { ...others, [part]: value };
};

/** The stored parts of a name, by their exact names. */
export const readName = (value: unknown): ScimObject =>
  isObject(value)
    ? Object.fromEntries(
        Object.values(NAME_PARTS)
          .map(part => [part, valueOf(value, part)] as const)
          .filter(([, one]) => one !== undefined),
      )
    : {};

const elementsOf = (value: unknown): ScimObject[] => {
  const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!elements.every(isObject)) throw invalidValue('"emails" is no list of objects.');
  if (elements.length > EMAIL_LIMIT)
    throw new ScimError(400, 'tooMany', `There are more than ${EMAIL_LIMIT} email addresses.`);
  return elements.filter(isObject);
};

/** Adds elements. A new primary element takes the place of the one before. */
const addElements = (before: readonly ScimObject[], added: readonly ScimObject[]): readonly ScimObject[] => {
  const addresses = new Set(added.map(one => valueOf(one, 'value')));
  const hasPrimary = added.some(one => valueOf(one, 'primary') === true);
  const others = before
    .filter(one => !addresses.has(valueOf(one, 'value')))
    .map(one => (hasPrimary ? { ...one, primary: false } : one));
  return [...others, ...added];
};

/** The element that a filter with equalities describes: Entra ID adds `emails[type eq "work"].value` where there is none. */
const describedElement = (filter: ScimFilter): ScimObject => {
  if (filter.kind === 'and') return Object.assign({}, ...filter.parts.map(describedElement)) as ScimObject;
  return filter.kind === 'compare' && filter.operator === 'eq' ? { [filter.attribute]: filter.value } : {};
};

const changeElement = (element: ScimObject, { op, value, path }: Operation): ScimObject[] => {
  if (path.part === null) {
    if (op === 'remove') return [];
    return elementsOf(value).map(one => ({ ...element, ...one }));
  }
  const { part } = path;
  const others = Object.fromEntries(Object.entries(element).filter(([name]) => name.toLowerCase() !== part));
  return [op === 'remove' ? others : { ...others, [part]: value }];
};

const patchSelected = (before: readonly ScimObject[], operation: Operation, filter: ScimFilter) => {
  const { op, value, path } = operation;
  const isSelected = before.map(element => selects(filter, element));
  if (isSelected.includes(true))
    return before.flatMap((element, n) =>
      isSelected[n] === true ? changeElement(element, operation) : [element],
    );
  if (op === 'replace') throw new ScimError(400, 'noTarget', 'No email address matches the path.');
  if (op === 'remove') return before;
  const described = describedElement(filter);
  return addElements(
    before,
    path.part === null
      ? elementsOf(value).map(one => ({ ...described, ...one }))
      : [{ ...described, [path.part]: value }],
  );
};

const patchEmails = (document: Document, operation: Operation): void => {
  const { op, value, path } = operation;
  const before = Array.isArray(document['emails']) ? document['emails'].filter(isObject) : [];
  if (path.filter !== null) document['emails'] = patchSelected(before, operation, path.filter);
  else if (path.part !== null)
    throw new ScimError(400, 'invalidPath', 'A part of the email addresses needs a filter.');
  else if (op === 'remove') document['emails'] = [];
  else document['emails'] = op === 'add' ? addElements(before, elementsOf(value)) : elementsOf(value);
};

/**
 * @returns the user after the operations
 * @throws {ScimError} `mutability`, `invalidPath`, `invalidValue`, `noTarget`
 */
export const patchUser = (user: ScimObject, operations: readonly Operation[]): ScimObject => {
  const document: Document = { ...user };
  for (const operation of operations) {
    requireWritable(operation);
    const { attribute } = operation.path;
    const name = Object.hasOwn(STORED, attribute) ? STORED[attribute] : undefined;
    if (name === undefined) continue;
    if (name === 'name') patchName(document, operation);
    else if (name === 'emails') patchEmails(document, operation);
    else patchSimple(document, name, operation);
  }
  return document;
};
