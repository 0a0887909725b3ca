import type { CellFormat } from '../../downloads/cells.ts';
import type { Words } from '../../wording/words.ts';
import type { ReportParts } from '../parse/query.ts';
import { metrics, type MetricKey, type Unit } from '../../attribution/metrics.ts';

/** The console's labels of reports for their files: the same names for rows and columns. */

const UNITS: Readonly<Partial<Record<Unit, string>>> = { yen: 'unit.yen', seconds: 'unit.seconds' };
/** Separates the steps of a path. */
export const STEP_SEPARATOR = ' → ';

/** A name with its unit, where the numbers do not make it clear. */
export const withUnit = (words: Words, name: string, unit: Unit): string => {
  const known = UNITS[unit];
  return known === undefined ? name : words.say('unit.named', { name, unit: words.say(known) });
};

const isMetric = (name: string): name is MetricKey => Object.hasOwn(metrics, name);
/** The label of a metric or of its comparison value; null: the column is no metric. */
export const metricHeading = (words: Words, column: string): string | null => {
  const key = column.replace(/_compared$/, '');
  if (!isMetric(key)) return null;
  const name = words.say(`metric.${key}.name`);
  return withUnit(
    words,
    key === column ? name : words.say('analysis.compared_series', { name }),
    metrics[key].unit,
  );
};

const FORMATS: Readonly<Record<Unit, CellFormat>> = {
  count: 'integer',
  yen: 'integer',
  ratio: 'percent',
  seconds: 'integer',
};
/** Counts with fractions, as the console also shows them. */
const DECIMALS: ReadonlySet<string> = new Set(['cv_division', 'cv_middle_division', 'ad_touch_avg']);
/** Columns that are no metrics. */
const NON_METRIC_FORMATS: Readonly<Record<string, CellFormat>> = {
  label: 'name',
  parent_label: 'name',
  ad_name: 'name',
  url: 'name',
  path_names: 'name',
  first_ad_name: 'name',
  last_ad_name: 'name',
  contacts: 'integer',
  length: 'integer',
  amount: 'integer',
  elapsed: 'integer',
  visitors: 'integer',
  share: 'percent',
  difference: 'percent',
  removal_effect: 'percent',
  p_value: 'decimals',
  allocated_cost: 'integer',
  adjusted: 'integer',
  adjusted_cost: 'integer',
  expected_cv: 'decimals',
  expected_amount: 'integer',
};
/**
 * The number format of a report's column; `cv_compared`, `cv_today` and `cv_division_6` have the formats of
 * `cv` and `cv_division`.
 */
export const formatOfReport = (column: string): CellFormat | null => {
  const key = isMetric(column)
    ? column
    : column.replace(/_(?:compared|today|what_if|difference|later|\d+)$/, '');
  if (!isMetric(key)) return NON_METRIC_FORMATS[key] ?? null;
  return DECIMALS.has(key) ? 'decimals' : FORMATS[metrics[key].unit];
};

/** Parts of a report for files, mails and boards, whose readers cannot look up which ads and groups were deleted. */
export const markingDeleted = <Parts extends ReportParts>(parts: Parts, words: Words): Parts => ({
  ...parts,
  markDeleted: (title: string) => words.say('report.deleted_row', { title }),
});

/** The axes whose console names differ from their own. */
const AXES: Readonly<Record<string, string>> = {
  ad_category: 'category',
  ad_type1: 'type1',
  ad_type2: 'type2',
  ad_type3: 'type3',
  asp: 'network',
  landing_page: 'landing',
};
/** The label of an axis, or of one inside another. @param names the outer first */
export const axisHeading = (words: Words, names: readonly string[]): string => {
  const [outer = '', inner] = names.map(name => words.say(`axis.${AXES[name] ?? name}`));
  return inner === undefined ? outer : words.say('axis.within', { outer, inner });
};

const wordOf = (words: Words, axis: string, value: string): string | null => {
  switch (axis) {
    case 'device':
      return ['desktop', 'mobile', 'tablet'].includes(value) ? words.tag(value) : null;
    case 'weekday':
      return words.choices('report', 'weekday').get(value) ?? null;
    case 'hour':
      return /^\d{1,2}$/.test(value) ? words.say('analysis.hour', { hour: value }) : null;
    case 'landing_page':
      return value === 'other' ? words.say('analysis.other_pages') : value.replace(/^https?:\/\//, '');
    default:
      return null;
  }
};

/** The label of a row: the word of its value, or its own name. @param axis the name of its axis */
export const rowName = (
  words: Words,
  axis: string,
  { key, label }: { readonly key: string; readonly label: string },
): string => {
  const [own = key] = key.split('~');
  const value = decodeURIComponent(own.split('/').at(-1) ?? own);
  if (own === 'no_contact') return words.say('analysis.no_contact');
  if (value === 'none' || label === '') return words.say('analysis.unset');
  return wordOf(words, axis, value) ?? label;
};
