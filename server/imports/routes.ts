import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { requireProduct, type Viewers } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitUsage } from '../usage/usage-limits.ts';
import { FileBody, fileOf, mappingOf, takeFiles } from './bodies.ts';
import { countsOf, digestOf, futureDaysOf, refuseRows, type ImportFile, type Imports } from './imports.ts';
import type { ImportContext, ImportKind } from './plan.ts';
import { ApplyQuery, importComponents, ImportPreview, ImportResult, PreviewQuery } from './schemas.ts';
import { areCostsUnused } from './unused-costs.ts';

const SHOWN_ROWS = 100;
const MAX_SHOWN_ERRORS = 1_000;

interface ImportQuery {
  readonly product_id: number;
  readonly kind: string;
  readonly format?: string;
  readonly mapping?: string;
}

type App = Parameters<FastifyPluginAsyncTypebox>[0];
interface ImportRouteOptions {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
  readonly imports: Imports;
}

/** @throws {Failure} `no_permission_for_data` */
const contextOf = (request: FastifyRequest, productId: number, now: number): ImportContext => {
  const { viewer, ip } = request;
  requireProduct(viewer, productId);
  return {
    companyId: viewer.companyId,
    productId,
    userId: viewer.userId,
    apiKeyId: viewer.key?.id,
    ip,
    at: new Date(now),
  };
};
const importOf = (request: FastifyRequest, { kind, format, mapping }: ImportQuery): ImportFile => ({
  ...fileOf(request, format),
  kind: kind as ImportKind,
  mapping: mappingOf(mapping),
});

const servePreview = (app: App, { parts, imports }: ImportRouteOptions): void => {
  const { clock, db } = parts;
  app.post(
    `${API}/imports/preview/`,
    {
      config: { access: { write: 'settings' } },
      schema: {
        operationId: 'previewImport',
        tags: ['imports'],
        summary: 'Preview the import of a file: its changes and its errors; nothing is stored',
        querystring: PreviewQuery,
        body: FileBody,
        response: { 200: ImportPreview.ref },
      },
    },
    async (request, reply) => {
      const context = contextOf(request, request.query.product_id, clock.now());
      await limitUsage(parts, request, reply, 'imports');
      const file = importOf(request, request.query);
      const preview = await imports.preview(context, file);
      return {
        digest: preview.digest,
        total: preview.total,
        error_total: preview.errors.length,
        counts: countsOf(preview.rows),
        columns: [...preview.columns.found],
        unknown: [...preview.columns.unknown],
        rows: preview.rows
          .slice(0, SHOWN_ROWS)
          .map(row => ({ ...row, values: { ...row.values }, names: { ...row.names } })),
        errors: preview.errors.slice(0, MAX_SHOWN_ERRORS).map(error => ({ ...error })),
        costs_unused: await areCostsUnused(db, context, file.kind),
        unread_sheets: preview.unreadSheets,
        future_days: futureDaysOf(preview.rows, context.at),
      };
    },
  );
};

const serveApply = (app: App, { parts, viewers, imports }: ImportRouteOptions): void => {
  const { clock, db } = parts;
  app.post(
    `${API}/imports/apply/`,
    {
      config: { access: { write: 'settings' } },
      schema: {
        operationId: 'applyImport',
        tags: ['imports'],
        summary: 'Import a previewed file: the whole file, or nothing if a row has an error',
        querystring: ApplyQuery,
        body: FileBody,
        response: { 200: ImportResult.ref },
      },
    },
    async (request, reply) => {
      const context = contextOf(request, request.query.product_id, clock.now());
      await limitUsage(parts, request, reply, 'imports');
      const file = importOf(request, request.query);
      if ((await digestOf(context, file)) !== request.query.digest)
        throw new Failure('invalid', { fields: { digest: ['file_changed'] } });
      const { total, counts, errors } = await imports.apply(context, file);
      if (errors.length > 0) throw refuseRows(errors);
      viewers.forget(context.companyId);
      return { total, counts, costs_unused: await areCostsUnused(db, context, file.kind) };
    },
  );
};

/** Routes of imports of ads and costs: a preview, then the application, completely or not at all. */
export const importRoutes: FastifyPluginAsyncTypebox<ImportRouteOptions> = async (app, options) => {
  for (const { schema } of importComponents) app.addSchema(schema);
  takeFiles(app);
  servePreview(app, options);
  serveApply(app, options);
};
