import type { TProperties } from '@fastify/type-provider-typebox';
import { Type } from '@fastify/type-provider-typebox';
import { mayWrite, requireProduct, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { filterQuery, readFilters, type Condition, type Kind } from '../http/filters.ts';
import { readSearch, readWhere, whereQuery } from '../http/where.ts';
import { pagingQuery, readPaging, type Paging, type PagingQuery } from '../http/paging.ts';
import type { EntityRow, Reach, Search } from '../store/postgres/entities/entities.ts';
import { readerTextsIn } from '../wording/reader-texts.ts';
import type { Entity, Field, ReadContext } from './entity.ts';

/** The list of an entity: its query and its rows, shared by pages and downloads. */
export interface EntityList {
  readonly entity: Entity;
  /** Fields that lists and files read from the store. */
  readonly names: readonly string[];
  /** Fields that a single row reads from the store: all. */
  readonly recordNames: readonly string[];
  /** Query parameters, including paging and sorting. */
  readonly query: TProperties;
  /**
   * Reads the parameters of a query that its schema has validated.
   *
   * @throws {Failure} `invalid`, `no_permission_for_data`
   */
  read(viewer: Viewer, query: PagingQuery & Readonly<Record<string, unknown>>): ListParameters;
  /** Whether a viewer may see a field. */
  isOpen(viewer: Viewer, field: string): boolean;
  /** Converts a stored row to the row that the viewer may see. */
  answer(
    viewer: Viewer,
    found: EntityRow,
  ): Readonly<Record<string, unknown>> & { readonly id: number; readonly label: string };
}

/** Rows of a list query: the reachable rows that match, and their order. */
export interface ListParameters {
  readonly reach: Reach;
  readonly conditions: readonly Condition[];
  /** Null: no search. */
  readonly search: Search | null;
  readonly paging: Paging;
}

export const reachOf = (viewer: Viewer): Reach => ({
  companyId: viewer.companyId,
  userId: viewer.userId,
  limit:
    viewer.base === 'agency'
      ? { agencyId: viewer.agencyId ?? 0, products: viewer.products, userId: viewer.userId }
      : null,
  products: viewer.key?.isLimitedToProducts === true ? viewer.products : undefined,
  texts: viewer.locale && readerTextsIn(viewer.locale),
});

/** Refuses filters on products that the viewer may not see: an empty answer would state that they have no rows. */
const requireProductsOf = (viewer: Viewer, conditions: readonly Condition[]) => {
  for (const { field, op, kind, values } of conditions) {
    if (field === 'product_id' && kind === 'integer' && (op === 'exact' || op === 'in'))
      values.forEach(id => requireProduct(viewer, id));
  }
};

const NOT_DELETED: Condition = { field: 'status', kind: 'boolean', op: 'exact', values: [true] };

const readField = ({ read }: Field, stored: unknown, context: ReadContext): unknown =>
  read ? read(stored, context) : stored;

/** Paging of a query, in the order of the entity where it states none. @param sortable the fields to sort by */
const pagingOf = ({ sort }: Entity, listQuery: PagingQuery, sortable: readonly string[]): Paging => {
  const paging = readPaging(listQuery, new Set(sortable));
  return { ...paging, sort: paging.sort ?? sort ?? null };
};

/** Makes the function that answers whether a viewer may see a field. */
const visibilityOf = (fields: readonly (readonly [string, Field])[]): EntityList['isOpen'] => {
  const byName = new Map(fields);
  return (viewer, name) => {
    const field = byName.get(name);
    if (field?.internal === true && viewer.base === 'agency') return false;
    return field?.readers === undefined || mayWrite(viewer, field.readers);
  };
};

/** Creates the list of an entity from its descriptor. */
export const listOf = (entity: Entity, context: ReadContext): EntityList => {
  const fields: [string, Field][] = Object.entries(entity.fields);
  const kinds: Record<string, Kind> = {
    id: 'integer',
    ...Object.fromEntries(fields.flatMap(([name, { kind }]) => (kind === null ? [] : [[name, kind]]))),
  };
  const taken = Object.keys(kinds).filter(
    name => name in pagingQuery || name in whereQuery || name === 'show_deleted',
  );
  if (taken.length > 0)
    throw new Error(`${entity.name}: the fields ${taken.join(', ')} collide with query parameters of lists`);
  const isOpen = visibilityOf(fields);

  return {
    entity,
    isOpen,
    names: fields.flatMap(([name, field]) => (field.single ? [] : [name])),
    recordNames: fields.map(([name]) => name),
    query: {
      ...pagingQuery,
      show_deleted: Type.Optional(
        Type.Boolean({
          description: 'Whether the list includes deleted rows; a filter on status overrides this parameter',
        }),
      ),
      ...whereQuery,
      ...filterQuery(kinds),
    },
    read: (viewer, listQuery) => {
      const conditions = [...readFilters(listQuery, kinds), ...readWhere(listQuery, kinds)];
      // A hidden field must not be disclosed through filters either.
      const hidden = conditions.filter(({ field }) => !isOpen(viewer, field));
      if (hidden.length > 0)
        throw new Failure('invalid', {
          fields: Object.fromEntries(hidden.map(({ field }) => [field, ['unknown_field']])),
        });
      requireProductsOf(viewer, conditions);
      if (listQuery['show_deleted'] !== true && !conditions.some(({ field }) => field === 'status'))
        conditions.push(NOT_DELETED);
      const words = readSearch(listQuery);
      const fieldsFor = (names: readonly string[]) => names.filter(name => isOpen(viewer, name));
      return {
        reach: reachOf(viewer),
        conditions,
        search: words.length === 0 ? null : { words, fields: fieldsFor(entity.searched) },
        paging: pagingOf(entity, listQuery, fieldsFor(Object.keys(kinds))),
      };
    },
    answer: (viewer, found) => ({
      id: found.id,
      label: String(found[entity.label]),
      ...Object.fromEntries(
        fields.map(([name, field]) => [
          name,
          isOpen(viewer, name) && name in found ? readField(field, found[name], context) : null,
        ]),
      ),
    }),
  };
};
