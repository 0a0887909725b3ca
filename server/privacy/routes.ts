import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { ofProduct } from '../slices/slices.ts';
import { Access } from '../event-logs/accesses.ts';
import { Interaction } from '../event-logs/contacts.ts';
import { Conversion } from '../event-logs/conversions.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { authorOf } from '../records/writes.ts';
import { NoticeState } from '../results/schema-parts.ts';
import { Result } from '../results/result-schemas.ts';
import { recordDownload } from '../store/postgres/engine/audit-log.ts';
import { readErasures, requestErasure } from './erasures.ts';
import {
  Erasure,
  ErasureList,
  VISITOR_ROWS,
  VisitorData,
  VisitorImpression,
  VisitorQuery,
  type VisitorRowKind,
} from './schemas.ts';
import { readVisitorData, writeVisitorData } from './visitor-data.ts';

const COMPONENTS = [
  Interaction,
  Access,
  Conversion,
  NoticeState,
  Result,
  VisitorImpression,
  VisitorData,
  Erasure,
  ErasureList,
];

const config = { access: { write: 'administration' } } as const;
const tags = ['privacy'];

/** Route of the copy for a visitor. */
const serveVisitorData = (app: TypedApp, parts: Dependencies): void => {
  app.get(
    `${API}/visitor_data/`,
    {
      config,
      schema: {
        operationId: 'visitorData',
        tags,
        summary: 'Everything that is stored of a visitor, to be handed out on request',
        querystring: VisitorQuery,
        response: { 200: VisitorData.ref },
      },
    },
    async (request, reply) => {
      const { query, viewer } = request;
      const data = await readVisitorData(await ofProduct(parts, query.product_id), viewer, query);
      const rows = data.reduce((sum, { count }) => sum + count, 0);
      await recordDownload(parts.db, authorOf(request, parts), {
        file: 'visitorData',
        format: 'json',
        rows,
        conditions: { product_id: query.product_id },
      });
      const write = (kind: VisitorRowKind, some: readonly object[]): string =>
        reply.compileSerializationSchema(VISITOR_ROWS[kind] as object as Record<string, unknown>)(
          some as object as Record<string, unknown>,
        );
      return (reply as FastifyReply)
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="visitor-${query.visitor_id}.json"`)
        .header('x-row-count', rows)
        .send(Readable.from(writeVisitorData(query, data, write)));
    },
  );
};

/** Routes of requests to erase a visitor. */
const serveErasures = (app: TypedApp, parts: Dependencies): void => {
  app.get(
    `${API}/erasures/`,
    {
      config,
      schema: {
        operationId: 'erasures',
        tags,
        summary: 'Requests to erase visitors of a product',
        querystring: Closed({ product_id: Id('ID of the product') }),
        response: { 200: ErasureList.ref },
      },
    },
    ({ viewer, query }) => readErasures(parts, viewer, query.product_id),
  );
  app.post(
    `${API}/erasures/`,
    {
      config,
      schema: {
        operationId: 'requestErasure',
        tags,
        summary:
          'Request that everything which refers to a visitor is erased; figures of reports stay the same',
        body: VisitorQuery,
        response: { 202: Erasure.ref },
      },
    },
    async (request, reply) => {
      const row = await requestErasure(
        await ofProduct(parts, request.body.product_id),
        request.viewer,
        authorOf(request, parts),
        request.body,
      );
      return reply.code(202).send(row);
    },
  );
};

/** Routes about the data of one visitor: a copy for the visitor, and its erasure. */
export const privacyRoutes: FastifyPluginAsyncTypebox<{ parts: Dependencies }> = async (app, { parts }) => {
  for (const { schema } of COMPONENTS) app.addSchema(schema);
  serveVisitorData(app, parts);
  serveErasures(app, parts);
};
