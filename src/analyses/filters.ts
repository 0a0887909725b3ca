import { DEVICES } from '../resources/log.ts';
import type { AnyFilter } from '../resources/filter.ts';

/**
 * The filters of the contacts and conversions of a report; the names are the API's. Paths stay complete: rows
 * that are left out keep their credit.
 */
export const REPORT_FILTERS: readonly AnyFilter[] = [
  { field: 'ad_id', kind: 'choice', choices: { list: 'ad' } },
  { field: 'ad_name', kind: 'text' },
  { field: 'ad_category_id', kind: 'choice', choices: { list: 'adCategory' } },
  { field: 'ad_type1_id', kind: 'choice', choices: { list: 'adType', group: 1 } },
  { field: 'ad_type2_id', kind: 'choice', choices: { list: 'adType', group: 2 } },
  { field: 'ad_type3_id', kind: 'choice', choices: { list: 'adType', group: 3 } },
  { field: 'asp_id', kind: 'choice', choices: { list: 'asp' } },
  { field: 'agency_id', kind: 'choice', choices: { list: 'agency' } },
  { field: 'device', kind: 'choice', choices: { values: DEVICES } },
  { field: 'os', kind: 'text' },
  { field: 'browser', kind: 'text' },
  { field: 'landing_url', kind: 'text' },
  { field: 'hour', kind: 'number' },
  { field: 'weekday', kind: 'choice', choices: { values: [0, 1, 2, 3, 4, 5, 6] } },
  { field: 'cv_amount', kind: 'number' },
  { field: 'args', kind: 'text' },
];

/** The filters of a report about products as totals: by ads only. */
export const AD_FILTERS: readonly AnyFilter[] = REPORT_FILTERS.slice(0, 8);
