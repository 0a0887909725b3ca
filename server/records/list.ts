import type { TProperties } from '@fastify/type-provider-typebox';
import { Type } from '@fastify/type-provider-typebox';
import { requireProduct, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { filterQuery, readFilters, type Condition, type Kind } from '../http/filters.ts';
import { readSearch, readWhere, whereQuery } from '../http/where.ts';
import { pagingQuery, readPaging, type Paging, type PagingQuery } from '../http/paging.ts';
import type { EntityRow, Reach, Search } from '../store/postgres/entities/entities.ts';
import type { Entity, Field, ReadContext } from './entity.ts';

/**
 * What can be asked of an entity's list, and how a row of it is answered: the same for pages and for
 * downloads.
 */
export interface EntityList {
  readonly entity: Entity;
  /** The names of the fields that lists and files read from the store. */
  readonly names: readonly string[];
  /** The names of all fields, as they are read where one row is asked for. */
  readonly recordNames: readonly string[];
  /** Its query parameters, paging and sorting among them. */
  readonly query: TProperties;
  /**
   * What a query that its schema has passed asks for.
   *
   * @throws {Failure} `invalid`, `no_permission_for_data`
   */
  read(viewer: Viewer, query: PagingQuery & Readonly<Record<string, unknown>>): ListParameters;
  /** Whether a viewer may see a field at all. */
  isOpen(viewer: Viewer, field: string): boolean;
  /** A row as this viewer may see it. */
  answer(
    viewer: Viewer,
    found: EntityRow,
  ): Readonly<Record<string, unknown>> & { readonly id: number; readonly label: string };
}

/** Which rows are wanted, of those within reach, and in which order. */
export interface ListParameters {
  readonly reach: Reach;
  readonly conditions: readonly Condition[];
  /** null: every row. */
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
});

/** Naming a product that one may not see is refused: an empty answer would say that it has no rows. */
const requireProductsOf = (viewer: Viewer, conditions: readonly Condition[]) => {
  for (const { field, op, kind, values } of conditions) {
    if (field === 'product_id' && kind === 'integer' && (op === 'exact' || op === 'in'))
      values.forEach(id => requireProduct(viewer, id));
  }
};

const NOT_DELETED: Condition = { field: 'status', kind: 'boolean', op: 'exact', values: [true] };

const readField = ({ read }: Field, stored: unknown, context: ReadContext): unknown =>
  read ? read(stored, context) : stored;

/** The list of an entity, made of its descriptor. */
export const listOf = (entity: Entity, context: ReadContext): EntityList => {
  const fields: [string, Field][] = Object.entries(entity.fields);
  const kinds: Record<string, Kind> = {
    id: 'integer',
    ...Object.fromEntries(fields.flatMap(([name, { kind }]) => (kind === null ? [] : [[name, kind]]))),
  };
  const internal = new Set(fields.flatMap(([name, field]) => (field.internal ? [name] : [])));
  const taken = Object.keys(kinds).filter(
    name => name in pagingQuery || name in whereQuery || name === 'show_deleted',
  );
  if (taken.length > 0)
    throw new Error(`${entity.name}: a list is asked for ${taken.join(', ')} in another sense`);
  const isOpen = (viewer: Viewer, field: string) => viewer.base !== 'agency' || !internal.has(field);

  return {
    entity,
    isOpen,
    names: fields.flatMap(([name, field]) => (field.single ? [] : [name])),
    recordNames: fields.map(([name]) => name),
    query: {
      ...pagingQuery,
      show_deleted: Type.Optional(
        Type.Boolean({ description: 'Deleted rows too; a filter on status says the same more exactly' }),
      ),
      ...whereQuery,
      ...filterQuery(kinds),
    },
    read: (viewer, listQuery) => {
      const conditions = [...readFilters(listQuery, kinds), ...readWhere(listQuery, kinds)];
      // What he may not see he may not find out by asking either.
      const hidden = conditions.filter(({ field }) => !isOpen(viewer, field));
      if (hidden.length > 0)
        throw new Failure('invalid', {
          fields: Object.fromEntries(hidden.map(({ field }) => [field, ['unknown_field']])),
        });
      requireProductsOf(viewer, conditions);
      if (listQuery['show_deleted'] !== true && !conditions.some(({ field }) => field === 'status'))
        conditions.push(NOT_DELETED);
      const words = readSearch(listQuery);
      const search =
        words.length === 0 ? null : { words, fields: entity.searched.filter(field => isOpen(viewer, field)) };
      return {
        reach: reachOf(viewer),
        conditions,
        search,
        paging: readPaging(listQuery, new Set(Object.keys(kinds).filter(name => isOpen(viewer, name)))),
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
