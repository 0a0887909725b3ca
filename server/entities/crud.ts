import { Type, type TSchema } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { requireProduct, type Viewer } from '../accounts/visibility.ts';
import { Failure } from '../http/failures.ts';
import { filterQuery, readFilterNames, readFilters, type Condition, type Kind } from '../http/filters.ts';
import { API } from '../http/openapi.ts';
import { pageComponent, pageOf, pagingQuery, readPaging, type PagingQuery } from '../http/paging.ts';
import { Closed, component, Id } from '../http/schemas.ts';
import type { Database } from '../store/postgres/database.ts';
import { findEntity, pageEntities, type EntityRow, type Reach } from '../store/postgres/entities.ts';
import type { Entity, Field } from './entity.ts';

/** The routes of one entity, made of its descriptor. */

const reachOf = (viewer: Viewer): Reach => ({
  companyId: viewer.companyId,
  limit: viewer.base === 'agency' ? { agencyId: viewer.agencyId ?? 0, products: viewer.products, userId: viewer.userId } : null,
});

const isOpen = (viewer: Viewer, field: Field) => !field.internal || viewer.base !== 'agency';

/** Naming a product that one may not see is refused: an empty answer would say that it has no rows. */
const requireProductsOf = (viewer: Viewer, conditions: readonly Condition[]) => {
  for (const { field, op, kind, values } of conditions) {
    if (field === 'product_id' && kind === 'integer' && (op === 'exact' || op === 'in')) values.forEach(id => requireProduct(viewer, id));
  }
};

const NOT_DELETED: Condition = { field: 'status', kind: 'boolean', op: 'exact', values: [true] };

/** What a module that changes rows of an entity answers with. */
export interface ServedEntity {
  /** The schema of one row. */
  readonly row: TSchema;
  /** One row, deleted or not, as a viewer may see it. @throws {Failure} `not_found` */
  find(viewer: Viewer, id: number): Promise<object>;
}

/** Adds the list and the single row of an entity to `app`. */
export const serveEntity = (app: FastifyInstance, db: Database, entity: Entity): ServedEntity => {
  const fields: [string, Field][] = Object.entries(entity.fields);
  const names = fields.map(([name]) => name);
  const kinds: Record<string, Kind> = { id: 'integer', ...Object.fromEntries(fields.flatMap(([name, { kind }]) => (kind === null ? [] : [[name, kind]]))) };
  const row = component(entity.component, Type.Object({
    id: Id(),
    label: Type.String({ description: 'What people know it by' }),
    ...Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
  }, { description: entity.description }));
  const page = pageComponent(entity.component, row.ref);
  app.addSchema(row.schema);
  app.addSchema(page.schema);

  const query = {
    ...pagingQuery,
    show_deleted: Type.Optional(Type.Boolean({ description: 'Deleted rows too; a filter on status says the same more exactly' })),
    ...filterQuery(kinds),
  };
  const known = new Set(Object.keys(query));

  /** The columns that a viewer may filter and sort by: what he may not see he may not find out by asking either. */
  const kindsFor = (viewer: Viewer) =>
    (viewer.base === 'agency' ? Object.fromEntries(Object.entries(kinds).filter(([name]) => name === 'id' || isOpen(viewer, entity.fields[name as keyof typeof entity.fields]))) : kinds);

  const answer = (viewer: Viewer, found: EntityRow) => ({
    id: found.id,
    label: String(found[entity.label]),
    ...Object.fromEntries(fields.map(([name, field]) => [name, !isOpen(viewer, field) ? null : field.read ? field.read(found[name]) : found[name]])),
  });

  app.get(`${API}/${entity.path}/`, {
    config: { access: 'signed-in' },
    schema: {
      operationId: entity.name, tags: [entity.path], summary: `List: ${entity.description}`,
      // Lists in the address are one parameter, parted by commas.
      querystring: Closed(query, { style: 'form', explode: false }), response: { 200: page.ref },
    },
    // Before the query is read by the schema, which knows the short names only.
    onRequest: (request, _reply, done) => {
      readFilterNames(request.query as Record<string, unknown>, known);
      done();
    },
  }, async request => {
    const { viewer } = request;
    const asked = request.query as PagingQuery & Record<string, unknown>;
    const allowed = kindsFor(viewer);
    const conditions = readFilters(asked, kinds);
    const hidden = conditions.filter(({ field }) => !(field in allowed));
    if (hidden.length > 0) throw new Failure('invalid', { fields: Object.fromEntries(hidden.map(({ field }) => [field, ['unknown_field']])) });
    requireProductsOf(viewer, conditions);
    if (asked['show_deleted'] !== true && !conditions.some(({ field }) => field === 'status')) conditions.push(NOT_DELETED);
    const paging = readPaging(asked, new Set(Object.keys(allowed)));
    const { count, rows } = await pageEntities(db, entity.name, reachOf(viewer), { fields: names, conditions, paging });
    return pageOf(paging, count, rows.map(found => answer(viewer, found)));
  });

  const find = async (viewer: Viewer, id: number) => {
    const found = await findEntity(db, entity.name, reachOf(viewer), id, names);
    if (found === null) throw new Failure('not_found');
    return answer(viewer, found);
  };
  app.get(`${API}/${entity.path}/:id/`, {
    config: { access: 'signed-in' },
    schema: { operationId: entity.one, tags: [entity.path], summary: 'One, deleted or not', params: Closed({ id: Id() }), response: { 200: row.ref } },
  }, ({ viewer, params }) => find(viewer, (params as { id: number }).id));
  return { row: row.ref, find };
};
