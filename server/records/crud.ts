import { Type, type TSchema } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../http/visibility.ts';
import { serveDownloads } from './downloads.ts';
import { Failure } from '../http/failures.ts';
import { readFilterNames } from '../http/filters.ts';
import { API } from '../http/openapi.ts';
import { pageComponent, pageOf, type PagingQuery } from '../http/paging.ts';
import { Closed, component, Id } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { findEntity, pageEntities } from '../store/postgres/entities/entities.ts';
import { readAccessOf, type Entity, type Field } from './entity.ts';
import { listOf, reachOf, type EntityList } from './list.ts';

/** Read routes of an entity, generated from its descriptor. */

/** The registered read routes of an entity, which its write routes use for their answers. */
export interface ServedEntity {
  /** Schema of one row. */
  readonly row: TSchema;
  /** Reads one row, deleted or not, with the fields that the viewer may see. @throws {Failure} `not_found` */
  find(viewer: Viewer, id: number): Promise<object>;
}

const serveList = (app: FastifyInstance, db: Dependencies['db'], list: EntityList, page: TSchema): void => {
  const { entity } = list;
  const known = new Set(Object.keys(list.query));
  app.get(
    `${API}/${entity.path}/`,
    {
      config: { access: readAccessOf(entity) },
      schema: {
        operationId: entity.name,
        tags: [entity.path],
        summary: `Get the list, in pages. ${entity.description}`,
        // A list in the query is one parameter, separated by commas.
        querystring: Closed(list.query, { style: 'form', explode: false }),
        response: { 200: page },
      },
      // Runs before validation, because the schema has the short names of filters only.
      onRequest: (request, _reply, done) => {
        readFilterNames(request.query as Record<string, unknown>, known);
        done();
      },
    },
    async ({ viewer, query }) => {
      const { reach, ...listQuery } = list.read(viewer, query as PagingQuery & Record<string, unknown>);
      const { count, rows } = await pageEntities(db, entity.name, reach, {
        fields: list.names,
        ...listQuery,
      });
      return pageOf(
        listQuery.paging,
        count,
        rows.map(found => list.answer(viewer, found)),
      );
    },
  );
};

/** Registers the list, its downloads and the single row of an entity. */
export const serveEntity = (
  app: FastifyInstance,
  parts: Pick<Dependencies, 'db' | 'settings' | 'clock'>,
  entity: Entity,
): ServedEntity => {
  const { db, settings } = parts;
  const list = listOf(entity, settings);
  const fields: [string, Field][] = Object.entries(entity.fields);
  const row = component(
    entity.component,
    Type.Object(
      {
        id: Id(),
        label: Type.String({ description: 'Display name of the row' }),
        ...Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
      },
      { description: entity.description },
    ),
  );
  const page = pageComponent(entity.component, row.ref);
  app.addSchema(row.schema);
  app.addSchema(page.schema);
  serveList(app, db, list, page.ref);
  serveDownloads(app, parts, list);

  const find = async (viewer: Viewer, id: number) => {
    const found = await findEntity(db, entity.name, reachOf(viewer), id, list.recordNames);
    if (found === null) throw new Failure('not_found');
    return list.answer(viewer, found);
  };
  app.get(
    `${API}/${entity.path}/:id/`,
    {
      config: { access: readAccessOf(entity) },
      schema: {
        operationId: entity.one,
        tags: [entity.path],
        summary: 'Get one row, deleted or not',
        params: Closed({ id: Id() }),
        response: { 200: row.ref },
      },
    },
    ({ viewer, params }) => find(viewer, (params as { id: number }).id),
  );
  return { row: row.ref, find };
};
