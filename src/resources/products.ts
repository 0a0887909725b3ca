import { ProductForm } from '../../graphql/generated/constraints.ts';
import {
  ProductCreateDocument,
  ProductDocument,
  ProductsDocument,
  ProductsRemoveDocument,
  ProductsRestoreDocument,
  ProductUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const MODELS = { values: [1, 2, 3, 4, 5] };
const WEEK_STARTS = { values: [0, 1] };
const ALLOCATIONS = { values: [1, 2, 3] };
const UNIQUE_IDENTIFIERS = { values: [0, 1, 2] };
const blank = {
  name: '',
  domain: '',
  url: '',
  tracking_term: 180,
  excluded_ips: [] as string[],
  shorten_ips: false,
  retention_days: 0,
  week_start: 0,
  attribution_model: 1,
  ad_cost_linkage: false,
  ad_cost_allocation_mode: 1,
  conversion_key_required: true,
  conversion_addresses: [] as string[],
  unique_result_identifiers: 1,
  decision_hold_seconds: 10,
  max_conversion_amount: 0,
  max_visitor_conversions_per_hour: 0,
};

/** Products: measured sites and apps. */
export const products = defineResource({
  name: 'products',
  operations: {
    page: ProductsDocument,
    one: ProductDocument,
    create: ProductCreateDocument,
    update: ProductUpdateDocument,
    remove: ProductsRemoveDocument,
    restore: ProductsRestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 264 },
    { field: 'id', format: 'id', sortable: true, size: 112 },
    { field: 'domain', format: 'address', sortable: true, size: 200 },
    { field: 'url', format: 'address', sortable: true, size: 240 },
    { field: 'tracking_term', format: 'count', sortable: true, size: 128 },
    { field: 'attribution_model', format: 'choice', sortable: true, size: 216 },
    { field: 'ad_cost_linkage', format: 'choice', sortable: true, size: 112 },
    { field: 'ad_cost_allocation_mode', format: 'choice', sortable: true, size: 176 },
    { field: 'week_start', format: 'choice', sortable: true, size: 112 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'domain', kind: 'text' },
    { field: 'tracking_term', kind: 'number' },
    { field: 'attribution_model', kind: 'choice', choices: MODELS },
    { field: 'ad_cost_linkage', kind: 'flag' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text', section: 'basic', wide: true },
      { field: 'domain', widget: 'domain', section: 'measurement' },
      { field: 'url', widget: 'url', section: 'measurement' },
      { field: 'tracking_term', widget: 'integer', section: 'measurement' },
      { field: 'excluded_ips', widget: 'addresses', section: 'measurement', wide: true },
      { field: 'shorten_ips', widget: 'switch', section: 'measurement', wide: true },
      { field: 'retention_days', widget: 'integer', section: 'measurement' },
      { field: 'attribution_model', widget: 'choice', choices: MODELS, section: 'analysis' },
      { field: 'week_start', widget: 'choice', choices: WEEK_STARTS, section: 'analysis' },
      { field: 'ad_cost_allocation_mode', widget: 'choice', choices: ALLOCATIONS, section: 'analysis' },
      { field: 'ad_cost_linkage', widget: 'switch', section: 'analysis' },
      { field: 'conversion_key_required', widget: 'switch', section: 'conversions' },
      {
        field: 'unique_result_identifiers',
        widget: 'choice',
        choices: UNIQUE_IDENTIFIERS,
        section: 'conversions',
      },
      { field: 'max_conversion_amount', widget: 'integer', section: 'conversions' },
      { field: 'max_visitor_conversions_per_hour', widget: 'integer', section: 'conversions' },
      { field: 'conversion_addresses', widget: 'addresses', section: 'conversions', wide: true },
      { field: 'decision_hold_seconds', widget: 'integer', section: 'notice' },
    ],
    constraints: ProductForm,
    draftOf: draftFrom(blank),
    panel: 'installation',
  },
  ofProduct: false,
  selection: 'product',
  write: 'settings',
  keeping: 'administration',
});
