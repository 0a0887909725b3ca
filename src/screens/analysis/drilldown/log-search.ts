import { isOverTime } from '../../../analyses/analysis.ts';
import type { Days } from '../../../components/days.ts';
import type { Condition } from '../../../resources/filter.ts';
import type { AnalysisSearch } from '../search/search.ts';

interface Shown {
  readonly key: string;
  readonly from?: string | null;
  readonly to?: string | null;
}
type Over = { readonly chart: { readonly over: 'items' | 'time' } };
type Narrowed = readonly (readonly ['ad' | 'device', string])[];

const DEVICES: ReadonlySet<string> = new Set(['desktop', 'mobile', 'tablet']);

/** The conditions of a report as filters of a log; null: a condition has no filter there. */
const conditionsOf = (conditions: readonly Condition[]): Narrowed | null => {
  const known = conditions
    // As `appliedConditions`, whose module the dashboard does not load.
    .filter(({ unknown }) => unknown !== true)
    .map(({ field, op, value }) => {
      if (field === 'ad_id' && (op === 'exact' || op === 'in') && /^\d+(,\d+)*$/.test(value))
        return ['ad', value] as const;
      if (field === 'device' && op === 'exact' && DEVICES.has(value)) return ['device', value] as const;
      return null;
    });
  const found = known.filter(one => one !== null);
  return found.length < known.length || new Set(found.map(([name]) => name)).size < found.length
    ? null
    : found;
};

/**
 * The address parameters of a log that list the events of a row, or of the whole report without a row;
 * null: logs cannot select them. Logs filter by ad and device; a row that is an interval of time becomes
 * the period.
 */
export const logSearchOf = (
  analysis: Over,
  row: Shown | null,
  { axis, by, evaluation, conditions }: Pick<AnalysisSearch, 'axis' | 'by' | 'evaluation' | 'conditions'>,
  days: Days,
): Readonly<Record<string, string>> | null => {
  const narrowed = conditionsOf(conditions);
  if (evaluation !== '0' || narrowed === null) return null;
  const period = {
    period: 'custom',
    from: row?.from ?? days.from,
    to: row?.to ?? days.to,
    ...Object.fromEntries(narrowed),
  };
  if (row === null || isOverTime(analysis)) return period;
  const axes = by === null ? [axis] : [axis, by];
  const parts = row.key.split('/').map((value, index) => {
    const of = axes[index];
    if (of === 'ad' && /^[1-9]\d*$/.test(value)) return ['ad', value] as const;
    if (of === 'device' && DEVICES.has(value)) return ['device', value] as const;
    return null;
  });
  // The value of the row replaces a filter by the same field, which contains it.
  return parts.includes(null)
    ? null
    : { ...period, ...Object.fromEntries(parts.filter(part => part !== null)) };
};
