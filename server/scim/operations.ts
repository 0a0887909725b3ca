import { invalidValue, ScimError } from './errors.ts';
import { parsePath, type ScimPath } from './filter.ts';

/** Reads the operations of a PATCH (RFC 7644, 3.5.2), also in the forms of Entra ID and Okta. */

const OPERATION_LIMIT = 1000;

export type ScimObject = Readonly<Record<string, unknown>>;

/** One change of one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: ScimPath;
  readonly value: unknown;
  /** Whether the path was stated, and not read from the names of a value. */
  readonly hasPath: boolean;
}

export const isObject = (value: unknown): value is ScimObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an attribute, whose name is compared ignoring case. */
export const valueOf = (object: ScimObject, attribute: string): unknown =>
  Object.entries(object).find(([name]) => name.toLowerCase() === attribute.toLowerCase())?.[1];

const invalidSyntax = (detail: string): ScimError => new ScimError(400, 'invalidSyntax', detail);

const operationsOfValue = (op: Operation['op'], value: unknown): Operation[] => {
  if (op === 'remove') throw new ScimError(400, 'noTarget', 'A removal needs a path.');
  if (!isObject(value)) throw invalidValue('An operation without a path needs an object as its value.');
  return Object.entries(value).map(([name, one]) => ({
    op,
    // Entra ID states paths as names: "name.givenName", "emails[type eq \"work\"].value".
    path: parsePath(name),
    value: one,
    hasPath: false,
  }));
};

const readOperation = (stated: unknown): Operation[] => {
  if (!isObject(stated)) throw invalidSyntax('An operation is no object.');
  const name = valueOf(stated, 'op');
  const op = typeof name === 'string' ? name.toLowerCase() : '';
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw invalidSyntax('An operation is neither add nor replace nor remove.');
  const path = valueOf(stated, 'path');
  const value = valueOf(stated, 'value');
  if (path === undefined || path === null || path === '') return operationsOfValue(op, value);
  if (typeof path !== 'string') throw new ScimError(400, 'invalidPath', 'A path is no text.');
  if (op !== 'remove' && value === undefined) throw invalidValue('An operation has no value.');
  return [{ op, path: parsePath(path), value, hasPath: true }];
};

const tooMany = (): ScimError =>
  new ScimError(400, 'tooMany', `There are more than ${OPERATION_LIMIT} operations.`);

/** @throws {ScimError} `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget` */
export const readOperations = (body: unknown): readonly Operation[] => {
  const stated = isObject(body) ? valueOf(body, 'Operations') : undefined;
  if (!Array.isArray(stated) || stated.length === 0) throw invalidSyntax('There are no operations.');
  if (stated.length > OPERATION_LIMIT) throw tooMany();
  // An operation without a path has one for each name of its value.
  const operations = stated.flatMap(readOperation);
  if (operations.length > OPERATION_LIMIT) throw tooMany();
  return operations;
};

const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'schemas', 'groups']);

/**
 * Refuses a path that names an attribute that nobody can write. Where a value contains such attributes, they are ignored
 * like all that is not stored, because Okta sends whole resources.
 *
 * @throws {ScimError} `mutability`
 */
export const requireWritable = ({ path, hasPath }: Operation): void => {
  if (hasPath && READ_ONLY.has(path.attribute))
    throw new ScimError(400, 'mutability', `"${path.attribute}" cannot be changed.`);
};
