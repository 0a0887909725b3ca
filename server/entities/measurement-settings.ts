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
    'CV settings: rules for conversions. Agency users see the names for the products granted to their agency.',
  searched: ['name', 'cv_page_url', 'cv_setting_id'],
  fields: {
    cv_setting_id: number('ID of the CV setting'),
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    cv_type: optional(code('Type of the conversion', { 0: 'middle', 1: 'last' }), 1),
    cv_condition: internal(
      optional(
        code('Condition of the conversion', { 1: 'URL', 2: 'URL and referrer', 3: 'button click' }),
        1,
      ),
    ),
    route_page_url: internal(
      optional(text('URL pattern of the referring page'), '', { maxLength: LENGTHS.url }),
    ),
    cv_page_url: internal(
      optional(text('URL pattern of the conversion page'), '', { maxLength: LENGTHS.url }),
    ),
    button_selector: internal(
      optional(text('CSS selector of the clicked element'), '', { maxLength: LENGTHS.text }),
    ),
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
    "Crossdomain settings: sites whose visitors are recognised on the product's site. Agency users see the settings of the products granted to their agency.",
  searched: ['sender_name', 'sender_domain', 'crossdomain_setting_id'],
  fields: {
    crossdomain_setting_id: number('ID of the crossdomain setting'),
    product_id,
    sender_name: required(text('Name of the sender'), { maxLength: LENGTHS.name }),
    sender_domain: required(text('Host name of the sender; subdomains are included'), {
      maxLength: LENGTHS.domain,
      format: 'domain',
    }),
    set_tag: shown(Type.String({ description: 'Tag for the pages of the sender' }), tagOf),
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
  description: 'Sync settings: imports by schedule or by upload. Agency users see none.',
  searched: ['name', 'source_url'],
  fields: {
    product_id,
    name: required(text('Name'), { maxLength: LENGTHS.name }),
    kind: required(word('Kind of the imported data', SYNC_KINDS)),
    source_url: optional(text('HTTPS URL of the source; empty: upload only'), '', {
      maxLength: LENGTHS.url,
      format: 'url',
    }),
    format: optional(word('Format of the file', SYNC_FORMATS), 'csv'),
    mapping: optional(
      shown(
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Column headings of the file, by field name',
        }),
      ),
      {},
      {},
      {
        schema: Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string', maxLength: LENGTHS.name },
          maxProperties: MAX_COLUMNS,
          description: 'Column headings of the file, by field name',
        }),
      },
    ),
    schedule: optional(word('Schedule', SYNC_SCHEDULES), 'none'),
    hour: optional(integer('Hour of the day in Tokyo time, 0 to 23'), 6, { minimum: 0, maximum: 23 }),
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
    'Analysis settings: the initial view of the analysis pages of a product, and the definitions of custom analyses.',
  searched: ['name', 'analyze_page'],
  fields: {
    product_id,
    analyze_page: fixed(required(word('Analysis page (immutable)', ANALYZE_PAGES))),
    name: optional(text('Name of a custom analysis'), '', { maxLength: LENGTHS.name }),
    metrics: several(METRICS, METRICS.length, 'Metrics of a custom analysis, in display order'),
    axes: several(ANALYZE_AXES, 2, 'Axes of the rows, outer axis first; at most two'),
    hidden_metrics: several(METRICS, METRICS.length, 'Columns that are hidden initially'),
    chart: optional(word('Chart', ANALYZE_CHARTS), 'none'),
    ...lifecycleFields,
  },
  writing: { ...ofProduct, rules: customPage, unique: { analyze_setting_page: 'analyze_page' } },
});
