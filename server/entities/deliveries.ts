import { Type } from '@fastify/type-provider-typebox';
import { PAGE_NAMES } from '../scheduled-reports/pages.ts';
import { LOCALES } from '../wording/words.ts';
import { product_id } from './ads.ts';
import { entity, lifecycleFields, text, texts, timeOrNone, integer, word } from '../records/entity.ts';
import { reportQueryIsValid } from './report-query.ts';
import { all, reportHasReaders } from './rules.ts';
import { filteringAddress, LENGTHS, optional, required } from '../records/writing.ts';

export const DELIVERY_SCHEDULES = ['none', 'daily', 'weekly', 'monthly'] as const;
const DELIVERY_RESULTS = ['sent', 'waiting', 'failed', 'none'] as const;
const FORMATS = ['csv', 'xlsx'] as const;
const MAX_RECIPIENTS = 20;
const MAX_REPORT_QUERY_LENGTH = 8000;
/** Patterns of a query string and of the address of an analysis; other characters are percent-encoded. */
const SEARCH = '^[\\w%=&+,:.*-]*$';
const ADDRESS = '^(/analyze/[\\w%=&+,:.*/?-]*)?$';

export const reportDeliveries = entity({
  name: 'reportDeliveries',
  one: 'reportDelivery',
  path: 'report_deliveries',
  component: 'ReportDelivery',
  label: 'name',
  description:
    'Report deliveries: reports sent by email each day for the previous day, each Monday for the previous week, or each month for the previous month. Agency users see none.',
  searched: ['name'],
  // A delivery sends a report to anyone.
  keyScope: 'reports',
  fields: {
    product_id,
    name: required(text('Name of the delivery, used as the subject of the email'), {
      maxLength: LENGTHS.name,
    }),
    analyze_page: required(word('Report that is sent', PAGE_NAMES)),
    query: filteringAddress(
      optional(
        text(
          "Query of the report's download without product and period, for example axis=6&columns=label,cv; empty: default query",
        ),
        '',
        { maxLength: MAX_REPORT_QUERY_LENGTH, pattern: SEARCH },
      ),
    ),
    address: filteringAddress(
      optional(
        text(
          "Console path of the same report without product and period, for example /analyze/attribution?axis=network, or of a board, /analyze/board/1; empty: the report's page",
        ),
        '',
        { maxLength: MAX_REPORT_QUERY_LENGTH, pattern: ADDRESS },
      ),
    ),
    format: optional(word('Format of the file; boards are always sent as HTML', FORMATS), 'xlsx'),
    locale: optional(word('Language of the email and the file', LOCALES), 'ja'),
    schedule: optional(word('Schedule', DELIVERY_SCHEDULES), 'weekly'),
    hour: optional(integer('Hour of the day in Tokyo time, 0 to 23'), 8, { minimum: 0, maximum: 23 }),
    recipients: optional(
      texts('Email addresses of the recipients'),
      [],
      {},
      {
        schema: Type.Array(Type.String({ minLength: 1, maxLength: LENGTHS.email, format: 'email' }), {
          maxItems: MAX_RECIPIENTS,
          uniqueItems: true,
          description: 'Email addresses of the recipients',
        }),
      },
    ),
    next_due: timeOrNone('Next scheduled time; null: no schedule, or deleted'),
    last_due: timeOrNone('Last scheduled time for which emails were queued; null: none'),
    last_result: word('Outcome of the emails of last_due', DELIVERY_RESULTS),
    last_sent: timeOrNone('Time of the last email that the mail server accepted; null: none'),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
    rules: all(reportHasReaders, reportQueryIsValid),
  },
});
