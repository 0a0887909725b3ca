import { Type } from '@fastify/type-provider-typebox';
import { METRICS } from '../attribution/metrics.ts';
import { product_id } from './ads.ts';
import {
  code,
  entity,
  internal,
  lifecycleFields,
  number,
  shown,
  text,
  texts,
  integer,
  word,
  type ReadContext,
} from '../records/entity.ts';
import { conditionHasPages, customPage, syncSource } from './rules.ts';
import { fixed, LENGTHS, optional, required } from '../records/writing.ts';

/** Entities of CV settings, crossdomain settings, sync settings and custom analyses. */

const ofProduct = {
  verb: 'put',
  create: 'settings',
  update: 'settings',
  remove: 'settings',
  references: { product_id: { to: 'products' } },
} as const;

export const cvSettings = entity({
  name: 'cvSettings',
  one: 'cvSetting',
  path: 'cv_settings',
  component: 'CvSetting',
  label: 'name',
  description:
    'What counts as a conversion. An agency user sees the names for the products granted to his agency.',
  searched: ['name', 'cv_page_url', 'cv_setting_id'],
  fields: {
    cv_setting_id: number('Its number'),
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    cv_type: optional(code('Kind of CV', { 0: 'middle', 1: 'last' }), 1),
    cv_condition: internal(
      optional(code('Condition', { 1: 'URL', 2: 'URL and referrer', 3: 'button click' }), 1),
    ),
    route_page_url: internal(optional(text('The page before'), '', { maxLength: LENGTHS.url })),
    cv_page_url: internal(optional(text('The page of the CV'), '', { maxLength: LENGTHS.url })),
    button_selector: internal(optional(text('What is clicked'), '', { maxLength: LENGTHS.text })),
    ...lifecycleFields,
  },
  writing: { ...ofProduct, rules: conditionHasPages },
});

/**
 * The tag for a sender's pages: the product's own tag, which adds the crossdomain pass to links to the product
 * (docs/collector.md).
 */
const tagOf = (productId: unknown, { publicUrl }: ReadContext) =>
  `<script async src="${publicUrl}/t/${String(productId)}.js"></script>`;

export const crossdomainSettings = entity({
  name: 'crossdomainSettings',
  one: 'crossdomainSetting',
  path: 'crossdomain_settings',
  component: 'CrossdomainSetting',
  label: 'sender_name',
  description:
    "Sites whose visitors are recognised on the product's site. An agency user sees those of the products granted to the agency.",
  searched: ['sender_name', 'sender_domain', 'crossdomain_setting_id'],
  fields: {
    crossdomain_setting_id: number('Its number'),
    product_id,
    sender_name: required(text('Name of the sender'), { maxLength: LENGTHS.name }),
    sender_domain: required(text("Host of the sender; its subdomains count as the sender's"), {
      maxLength: LENGTHS.domain,
      format: 'domain',
    }),
    set_tag: shown(Type.String({ description: "The tag to set on the sender's pages" }), tagOf),
    ...lifecycleFields,
  },
  writing: ofProduct,
});

/** Settings of the measured site, in the order in which `entities.ts` lists them. */
export const siteSettings = [cvSettings, crossdomainSettings] as const;

export const SYNC_KINDS = ['ads', 'costs'] as const;
export const SYNC_FORMATS = ['csv', 'xlsx', 'json'] as const;
export const SYNC_SCHEDULES = ['none', 'hourly', 'daily', 'weekly', 'monthly'] as const;
const MAX_COLUMNS = 50;

export const syncSettings = entity({
  name: 'syncSettings',
  one: 'syncSetting',
  path: 'sync_settings',
  component: 'SyncSetting',
  label: 'name',
  description: 'Imports by schedule or by upload. An agency user sees none.',
  searched: ['name', 'source_url'],
  fields: {
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    kind: required(word('What is imported', SYNC_KINDS)),
    source_url: optional(text('Where from, by HTTPS; empty: by upload only'), '', {
      maxLength: LENGTHS.url,
      format: 'url',
    }),
    format: optional(word('How the file is written', SYNC_FORMATS), 'csv'),
    mapping: optional(
      shown(
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description: "Our field: the column's heading there",
        }),
      ),
      {},
      {},
      {
        schema: Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string', maxLength: LENGTHS.name },
          maxProperties: MAX_COLUMNS,
          description: "Our field: the column's heading there",
        }),
      },
    ),
    schedule: optional(word('How often', SYNC_SCHEDULES), 'none'),
    hour: optional(integer('Hour of the day in Tokyo, 0 to 23'), 6, { minimum: 0, maximum: 23 }),
    ...lifecycleFields,
  },
  writing: { ...ofProduct, rules: syncSource },
});

export const ANALYZE_PAGES = [
  'ad_statistics',
  'allocation',
  'attribution',
  'cv',
  'effect',
  'lpo',
  'term',
  'item_1',
  'item_2',
  'item_3',
] as const;
/** Axes of a custom analysis: the ad and its groups, the names of lists, and the dimensions of events. */
export const ANALYZE_AXES = [
  'ad',
  'ad_category',
  'ad_type1',
  'ad_type2',
  'ad_type3',
  'asp',
  'agency',
  'device',
  'os',
  'browser',
  'landing_page',
  'hour',
  'weekday',
] as const;
/**
 * Charts of a custom analysis. Its rows have no order, so lines are excluded; its metrics need not sum to a total, so
 * pies are excluded.
 */
export const ANALYZE_CHARTS = ['none', 'bar', 'stacked'] as const;

const several = (choices: readonly string[], maxCount: number, description: string) =>
  optional(
    texts(description),
    [],
    {},
    {
      schema: Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...choices] }), {
        maxItems: maxCount,
        uniqueItems: true,
        description,
      }),
    },
  );

export const analyzeSettings = entity({
  name: 'analyzeSettings',
  one: 'analyzeSetting',
  path: 'analyze_settings',
  component: 'AnalyzeSetting',
  label: 'analyze_page',
  description:
    'What an analysis page shows of a product unless its user chooses otherwise, and what the custom pages are made of.',
  searched: ['name', 'analyze_page'],
  fields: {
    product_id,
    analyze_page: fixed(required(word('Which page; it does not change', ANALYZE_PAGES))),
    name: optional(text('Name of a custom page'), '', { maxLength: LENGTHS.name }),
    metrics: several(METRICS, METRICS.length, 'Metrics of a custom page, in their order'),
    axes: several(ANALYZE_AXES, 2, 'What the rows are, the outer first; two at most'),
    hidden_metrics: several(METRICS, METRICS.length, 'Columns that are not shown at first'),
    chart: optional(word('Chart', ANALYZE_CHARTS), 'none'),
    ...lifecycleFields,
  },
  writing: { ...ofProduct, rules: customPage, unique: { analyze_setting_page: 'analyze_page' } },
});
