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

/** What a log knows of the conditions of a report; null: it does not know one of them. */
const conditionsOf = (conditions: readonly Condition[]): Narrowed | null => {
  const known = conditions.map(({ field, op, value }) => {
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
 * The search of a log that holds what a row counts, or all of the report where no row is told; null where
 * logs cannot be asked for it. A log knows ads and
 * devices; a stretch of time is a period of its own.
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
  // A row lies within what the report was narrowed to.
  return parts.includes(null)
    ? null
    : { ...period, ...Object.fromEntries(parts.filter(part => part !== null)) };
};
