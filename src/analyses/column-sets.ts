import type { MetricKey } from './metrics.ts';

/** Columns for one purpose. `all` is every column of the report. */
export const COLUMN_SET_NAMES = ['performance', 'attribution', 'paths', 'all'] as const;
export type ColumnSetName = (typeof COLUMN_SET_NAMES)[number];

const METRICS: Readonly<Record<Exclude<ColumnSetName, 'all'>, readonly MetricKey[]>> = {
  performance: [
    'impressions',
    'clicks',
    'cv',
    'cvr',
    'amount_sum',
    'cpa',
    'roas',
    'ad_cost',
    'profit',
    'cv_division',
  ],
  attribution: [
    'clicks',
    'cv',
    'cv_division',
    'amount_division',
    'attributed_cpa',
    'attributed_roas',
    'indirect_cv',
    'indirect_first',
    'indirect_ratio',
    'ad_cost',
  ],
  paths: [
    'first_touch_count',
    'cv',
    'indirect_cv',
    'indirect_first',
    'indirect_ratio',
    'ad_touch_avg',
    'attr_avg',
    'ad_touch_1',
    'ad_touch_2',
    'ad_touch_3',
  ],
};

/** A report with fewer columns has no sets. */
const MIN_REPORT_COLUMNS = 11;
/** A set is offered where the report has this many of its columns or more. */
const MIN_SET_COLUMNS = 8;

export interface ColumnSet {
  readonly name: ColumnSetName;
  /** The columns that the set hides. */
  readonly hidden: readonly string[];
}

/** The column sets of a report. @param columns its metrics, in order */
export const columnSetsOf = (columns: readonly string[]): readonly ColumnSet[] => {
  if (columns.length < MIN_REPORT_COLUMNS) return [];
  return COLUMN_SET_NAMES.flatMap(name => {
    const shown: readonly string[] = name === 'all' ? columns : METRICS[name];
    const hidden = columns.filter(metric => !shown.includes(metric));
    return columns.length - hidden.length < MIN_SET_COLUMNS ? [] : [{ name, hidden }];
  });
};
