import { Type } from '@fastify/type-provider-typebox';
import { AXES, axisOf } from '../reports/axes.ts';
import { METRICS } from '../reports/metrics.ts';
import { MODELS } from '../attribution/models.ts';
import { product_id } from './ads.ts';
import { code, entity, kept, text, texts, timeOrNone, whole, word } from './entity.ts';
import { reportHasReaders } from './rules.ts';
import { LENGTHS, optional, required } from './writing.ts';

/** The analyses that can be sent. */
export const DELIVERED_PAGES = ['ad_statistics', 'attribution', 'effect'] as const;
export const DELIVERY_SCHEDULES = ['none', 'daily', 'weekly', 'monthly'] as const;
const FORMATS = ['csv', 'xlsx'] as const;
const LOCALES = ['ja', 'en', 'zh-CN'] as const;
const MOST_RECIPIENTS = 20;

const numbered = (names: readonly string[]): Record<number, string> => Object.fromEntries(names.map((name, index) => [index + 1, name]));

export const reportDeliveries = entity({
  name: 'reportDeliveries', one: 'reportDelivery', path: 'report_deliveries', component: 'ReportDelivery', label: 'name',
  description: 'Reports that are sent by mail: each day the day before, each week (Mondays) the week before, each month the month before. An agency user sees none.',
  searched: ['name'],
  fields: {
    product_id, name: required(text('Name: what the mail is about'), { maxLength: LENGTHS.name }),
    analyze_page: required(word('Which analysis', DELIVERED_PAGES)),
    axis: optional(code('What the rows are', numbered(AXES.map(axis => axisOf(axis).name))), 1),
    model: optional(code('Attribution model', { 0: 'the product\'s', ...numbered(MODELS) }), 0),
    metrics: optional(texts('Columns, in their order; none: all'), [], {}, {
      schema: Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...METRICS] }), { maxItems: METRICS.length, uniqueItems: true, description: 'Columns, in their order; none: all' }),
    }),
    format: optional(word('How the file is written', FORMATS), 'xlsx'),
    locale: optional(word('Language of mail and file', LOCALES), 'ja'),
    schedule: optional(word('How often', DELIVERY_SCHEDULES), 'weekly'),
    hour: optional(whole('Hour of the day in Tokyo, 0 to 23'), 8, { minimum: 0, maximum: 23 }),
    recipients: optional(texts('Who gets it'), [], {}, {
      schema: Type.Array(Type.String({ minLength: 1, maxLength: LENGTHS.email, format: 'email' }), { maxItems: MOST_RECIPIENTS, uniqueItems: true, description: 'Who gets it' }),
    }),
    last_due: timeOrNone('The time of its schedule that was last met'),
    last_sent: timeOrNone('When a mail of it was last handed to the mail server'),
    ...kept,
  },
  writing: { verb: 'put', create: 'settings', update: 'settings', remove: 'settings', references: { product_id: { to: 'products' } }, rules: reportHasReaders },
});
