import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import { aMinute, limitRates } from '../http/rates.ts';
import { Closed, component, Nullable, Time } from '../http/schemas.ts';
import type { Dependencies } from '../dependencies.ts';
import { listErrorReports } from '../store/postgres/operations/error-reports.ts';
import { maskPath } from './mask.ts';
import { REPORT_LIMITS, type ErrorReports } from './reports.ts';
import { countCalls } from '../store/postgres/operations/usage.ts';

/** Rate limit of reports per user and minute. */
export const BROWSER_REPORTS_PER_MINUTE = 20;

const Text = (description: string) => Type.String({ description });
export const ErrorReportForm = component(
  'ErrorReportForm',
  Closed({
    place: Type.String({
      maxLength: 200,
      pattern: '^/',
      description: 'Path of the page; row IDs are replaced by {id}',
    }),
    code: Type.String({
      pattern: '^[a-z_]{1,40}$',
      description: 'Code of the failure; unknown: an error of the program; gone: code of an older version',
    }),
    message: Type.String({
      maxLength: 500,
      description: 'Error message; personal data is masked',
    }),
    http_status: Type.Optional(Nullable(Type.Integer({ minimum: 100, maximum: 599 }))),
    request_id: Type.Optional(
      Nullable(Type.String({ pattern: '^[\\w.-]{1,64}$', description: 'ID of the request that failed' })),
    ),
  }),
);
export const ErrorReport = component(
  'ErrorReport',
  Closed({
    id: Type.Number(),
    origin: Type.String({ description: 'Origin of the error: browser or server' }),
    occurred_at: Time('Time at which the server recorded the error'),
    place: Text('Route or page, without parameter values'),
    code: Text('Code of the failure'),
    message: Text('Error message; personal data is masked'),
    http_status: Nullable(Type.Integer()),
    request_id: Nullable(Text('ID of the request')),
  }),
);
export const ErrorReportList = component(
  'ErrorReportList',
  Closed({
    results: Type.Array(ErrorReport.ref, {
      description: `Error reports, newest first; at most ${REPORT_LIMITS.keptPerOrigin} per origin`,
    }),
  }),
);
export const ErrorReportStored = component('ErrorReportStored', Closed({ stored: Type.Boolean() }));

/** Routes of error reports: posted by browsers, read by administrators. */
export const errorReportRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db'>;
  reports: ErrorReports;
}> = async (app, { parts, reports }) => {
  for (const { schema } of [ErrorReportForm, ErrorReport, ErrorReportList, ErrorReportStored])
    app.addSchema(schema);
  await limitRates(app, countCalls(parts.db), ({ viewer }) => String(viewer.userId));

  app.get(
    `${API}/error_reports/`,
    {
      config: { access: { write: 'administration' } },
      schema: {
        operationId: 'errorReports',
        tags: ['error_reports'],
        summary: 'The latest errors of browsers and of the server, with request IDs',
        response: { 200: ErrorReportList.ref },
      },
    },
    async ({ viewer }) => {
      const found = await listErrorReports(parts.db, viewer.companyId);
      return {
        results: found.map(({ id, origin, place, code, message, httpStatus, requestId, occurredAt }) => ({
          id,
          origin,
          place,
          code,
          message,
          http_status: httpStatus,
          request_id: requestId,
          occurred_at: occurredAt.toISOString(),
        })),
      };
    },
  );

  app.post(
    `${API}/error_reports/`,
    {
      config: { access: 'person', rateLimit: aMinute(BROWSER_REPORTS_PER_MINUTE) },
      schema: {
        operationId: 'reportError',
        tags: ['error_reports'],
        summary: 'Report an error of a browser',
        body: ErrorReportForm.ref,
        response: { 201: ErrorReportStored.ref },
      },
    },
    async ({ viewer, body }, reply) => {
      const { place, code, message, http_status: httpStatus = null, request_id: requestId = null } = body;
      await reports.add(viewer.companyId, {
        origin: 'browser',
        place: maskPath(place),
        code,
        message,
        httpStatus,
        requestId,
      });
      return reply.code(201).send({ stored: true });
    },
  );
};
