import type { ScimFilter } from '../store/postgres/accounts/scim-conditions.ts';
import { invalidValue, ScimError } from './errors.ts';
import { parseFilter } from './filter.ts';
import { isObject, type ScimObject } from './operations.ts';

/** Reads the parameters of lists (RFC 7644, 3.4.2). Parameters that are not known are ignored. */

export const MAX_PAGE_SIZE = 200;
const DEFAULT_PAGE_SIZE = 100;
const LARGEST_NUMBER = 2_147_483_647;
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

export interface ListQuery {
  readonly filter: ScimFilter | null;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
}

const paramOf = (query: unknown, name: string): string | null => {
  const value = isObject(query) && Object.hasOwn(query, name) ? query[name] : undefined;
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw invalidValue(`"${name}" is stated twice.`);
  return value;
};

const readInteger = (query: unknown, name: string, least: number, absent: number): number => {
  const text = paramOf(query, name);
  if (text === null) return absent;
  if (!/^-?\d{1,10}$/.test(text)) throw invalidValue(`"${name}" is no integer.`);
  return Math.min(Math.max(Number(text), least), LARGEST_NUMBER);
};

/** @throws {ScimError} `invalidFilter`, `invalidValue` */
export const readListQuery = (query: unknown): ListQuery => {
  const filter = paramOf(query, 'filter');
  return {
    filter: filter === null ? null : parseFilter(filter),
    startIndex: readInteger(query, 'startIndex', 1, 1),
    count: Math.min(readInteger(query, 'count', 0, DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE),
  };
};

export const refuseFilter = (): ScimError =>
  new ScimError(400, 'invalidFilter', 'The filter names an attribute or a comparison that is not available.');

/** Chooses the attributes of a resource. */
export interface Projection {
  /** Whether an attribute is answered. */
  readonly includes: (attribute: string) => boolean;
  readonly apply: (resource: ScimObject) => ScimObject;
}

const ALWAYS: ReadonlySet<string> = new Set(['id', 'schemas', 'meta']);

/** Names of attributes in lower case; a part of an attribute stands for the attribute. */
const namesIn = (list: string | null): ReadonlySet<string> | null =>
  list === null
    ? null
    : new Set(
        list
          .slice(0, 4000)
          .split(',')
          .map(
            name =>
              name
                .trim()
                .toLowerCase()
                .replace(/^urn:.*:/, '')
                .split('.')[0] ?? '',
          ),
      );

/** Reads `attributes` and `excludedAttributes`, of whole attributes. */
export const readProjection = (query: unknown): Projection => {
  const wanted = namesIn(paramOf(query, 'attributes'));
  const excluded = namesIn(paramOf(query, 'excludedAttributes'));
  const includes = (attribute: string): boolean => {
    const name = attribute.toLowerCase();
    return ALWAYS.has(name) || ((wanted?.has(name) ?? true) && excluded?.has(name) !== true);
  };
  return {
    includes,
    apply: resource => Object.fromEntries(Object.entries(resource).filter(([name]) => includes(name))),
  };
};

export const listResponse = (
  { startIndex }: ListQuery,
  totalResults: number,
  resources: readonly ScimObject[],
): ScimObject => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
