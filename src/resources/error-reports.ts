import { ErrorReportsDocument, type ErrorReportsQuery } from '../../graphql/generated/graphql.ts';
import type { Column } from './column.ts';
import type { Present } from './row.ts';

export type ErrorReport = Present<Present<ErrorReportsQuery['page']>['results']>;

/** /config/error-report: the latest errors of browsers and server. */
export const errorReports = {
  name: 'error_reports',
  operation: ErrorReportsDocument,
  columns: [
    { field: 'occurred_at', format: 'time' },
    { field: 'origin', format: 'choice', size: 112 },
    { field: 'code', format: 'text', size: 136 },
    { field: 'http_status', format: 'id', size: 112 },
    { field: 'request_id', format: 'id', size: 240 },
    { field: 'message', format: 'text', size: 320 },
    { field: 'place', format: 'text', size: 240 },
  ] satisfies readonly Column<ErrorReport>[],
} as const;
