import { Type } from '@fastify/type-provider-typebox';
import { PAGE_NAMES } from '../scheduled-reports/pages.ts';
import { LOCALES } from '../wording/words.ts';
import { product_id } from './ads.ts';
import { entity, lifecycleFields, text, texts, timeOrNone, integer, word } from '../records/entity.ts';
import { reportIsAskable } from './report-question.ts';
import { all, reportHasReaders } from './rules.ts';
import { LENGTHS, optional, required } from '../records/writing.ts';

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
    'Reports that are sent by mail: each day the day before, each week (Mondays) the week before, each month the month before. An agency user sees none.',
  searched: ['name'],
  fields: {
    product_id,
    name: required(text('Name: what the mail is about'), { maxLength: LENGTHS.name }),
    analyze_page: required(word('Which report', PAGE_NAMES)),
    question: optional(
      text(
        "The query of the report's file without product and period, such as axis=6&columns=label,cv; empty: the initial report",
      ),
      '',
      { maxLength: MAX_REPORT_QUERY_LENGTH, pattern: SEARCH },
    ),
    address: optional(
      text(
        "The console's address of the same report without product and period, such as /analyze/attribution?axis=network; empty: the report's page",
      ),
      '',
      { maxLength: MAX_REPORT_QUERY_LENGTH, pattern: ADDRESS },
    ),
    format: optional(word('How the file is written', FORMATS), 'xlsx'),
    locale: optional(word('Language of mail and file', LOCALES), 'ja'),
    schedule: optional(word('How often', DELIVERY_SCHEDULES), 'weekly'),
    hour: optional(integer('Hour of the day in Tokyo, 0 to 23'), 8, { minimum: 0, maximum: 23 }),
    recipients: optional(
      texts('Who gets it'),
      [],
      {},
      {
        schema: Type.Array(Type.String({ minLength: 1, maxLength: LENGTHS.email, format: 'email' }), {
          maxItems: MAX_RECIPIENTS,
          uniqueItems: true,
          description: 'Who gets it',
        }),
      },
    ),
    next_due: timeOrNone('When it is next due by its schedule; null: it has none, or is deleted'),
    last_due: timeOrNone('The time of its schedule that was last met'),
    last_result: word('What became of the mails of that time', DELIVERY_RESULTS),
    last_sent: timeOrNone('When a mail of it was last handed to the mail server'),
    ...lifecycleFields,
  },
  writing: {
    verb: 'put',
    create: 'settings',
    update: 'settings',
    remove: 'settings',
    references: { product_id: { to: 'products' } },
    rules: all(reportHasReaders, reportIsAskable),
  },
});
