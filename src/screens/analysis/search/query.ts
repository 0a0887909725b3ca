import { isOverTime, type ReportParameters } from '../../../analyses/analysis.ts';
import { requestedAxes, type Axis } from '../../../analyses/axes.ts';
import { addDays, before, daysOf, type Day, type Days } from '../../../components/days.ts';
import { writeConditions } from '../../../resources/filter.ts';
import type { AnalysisSearch } from './search.ts';

/** The first of the month that lies some months before a day's. */
export const monthsBefore = (day: Day, months: number): Day => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const count = year * 12 + month - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
};

/** A year earlier; the 29th of February has the 28th there. */
export const yearBefore = (day: Day): Day => {
  const earlier = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return earlier.endsWith('-02-29') ? addDays(`${earlier.slice(0, 4)}-03-01`, -1) : earlier;
};

/**
 * The days that a search means when today is this day: of a display period, whole months and the present one
 * so far.
 */
export const daysOfSearch = (search: AnalysisSearch, today: Day): Days =>
  search.display === 'custom'
    ? daysOf(search.period, search, today)
    : { from: monthsBefore(today, search.display === '1' ? 12 : 24), to: today };

/** The days that it is compared with; null: with none. */
export const daysCompared = (search: AnalysisSearch, days: Days): Days | null => {
  switch (search.compare) {
    case null:
      return null;
    case 'previous_period':
      return before(days);
    case 'previous_year':
      return { from: yearBefore(days.from), to: yearBefore(days.to) };
    case 'custom':
      return search.compareFrom === undefined || search.compareTo === undefined
        ? null
        : { from: search.compareFrom, to: search.compareTo };
  }
};

interface QueriedAnalysis {
  readonly axes: readonly Axis[];
  readonly chart: { readonly over: 'items' | 'time' };
}

/**
 * What the server is asked. Only what differs from its defaults is named, so that the same question has the
 * same words.
 */
export const queryOf = (
  analysis: QueriedAnalysis,
  search: AnalysisSearch,
  productId: number,
  today: Day,
): ReportParameters => {
  const where = writeConditions(search.conditions);
  return {
    product_id: productId,
    ...daysOfSearch(search, today),
    ...(isOverTime(analysis) && { step: search.step }),
    ...(analysis.axes.length > 0 && requestedAxes(search.axis, search.by)),
    ...(search.model !== null && { model: Number(search.model) }),
    ...(search.compare !== null && { compare: search.compare }),
    ...(search.compareFrom !== undefined && { compare_from: search.compareFrom }),
    ...(search.compareTo !== undefined && { compare_to: search.compareTo }),
    ...(where !== '' && { where }),
    ...(search.approval === 'unapproved' && { approval: search.approval }),
    ...(search.evaluation !== '0' && { evaluation: Number(search.evaluation) }),
  };
};

/**
 * The columns of a report's file: those that are shown, in their order, with what on the screen is said in
 * other ways: the outer row of an inner one, who the
 * visitor was, and beside each figure that of the period it is compared with.
 */
export const fileColumns = (
  analysis: Pick<QueriedAnalysis, 'chart'>,
  { by, evaluation, compare }: Pick<AnalysisSearch, 'by' | 'evaluation' | 'compare'>,
  shown: readonly string[],
): readonly string[] => {
  const figures = shown.filter(field => field !== 'label' && field !== 'trend');
  if (isOverTime(analysis)) return ['label', 'from', 'to', ...figures];
  return [
    ...(by === null ? [] : ['parent_label']),
    'label',
    ...(evaluation === '2' || evaluation === '3' ? ['visitor'] : []),
    ...figures.flatMap(field => (compare === null ? [field] : [field, `${field}_compared`])),
  ];
};
