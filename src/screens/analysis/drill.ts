import { isOverTime, MODELS } from '../../analyses/analysis.ts';
import { AXES } from '../../analyses/axes.ts';
import type { Days } from '../../components/days.ts';
import type { AnalysisSearch } from './search.ts';

interface Shown { readonly key: string; readonly from?: string | null; readonly to?: string | null }
type Over = { readonly chart: { readonly over: 'items' | 'time' } };

/**
 * Whether the server can tell which conversions stand behind a row's figures: it knows the axes over ads by their number, one at a time, and stretches of time
 * as periods of their own.
 */
export const hasBehind = (analysis: Over, { axis, by, evaluation, conditions, model }: AnalysisSearch): boolean =>
  (isOverTime(analysis) || (by === null && AXES[axis].number !== null)) && evaluation === '0' && conditions.length === 0 && (model === null || MODELS.some(one => one === model));

/**
 * The search of a log that holds what a row counts; null where logs cannot be asked for it. A log knows ads and devices; a stretch of time is a period of
 * its own.
 */
export const logSearchOf = (analysis: Over, row: Shown, { axis, by, evaluation, conditions }: AnalysisSearch, days: Days): Readonly<Record<string, string>> | null => {
  if (evaluation !== '0' || conditions.length > 0) return null;
  if (isOverTime(analysis)) return { period: 'custom', from: row.from ?? days.from, to: row.to ?? days.to };
  const axes = by === null ? [axis] : [axis, by];
  const parts = row.key.split('/').map((value, index) => {
    const of = axes[index];
    if (of === 'ad' && /^[1-9]\d*$/.test(value)) return ['ad', value] as const;
    if (of === 'device' && ['desktop', 'mobile', 'tablet'].includes(value)) return ['device', value] as const;
    return null;
  });
  return parts.includes(null) ? null : { period: 'custom', from: days.from, to: days.to, ...Object.fromEntries(parts.filter(part => part !== null)) };
};
