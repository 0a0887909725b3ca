import { isOverTime, type Control, type ReportParameters } from '../../../analyses/analysis.ts';
import { requestedAxes, type Axis } from '../../../analyses/axes.ts';
import { addDays, before, daysOf, type Day, type Days, type WeekStart } from '../../../components/days.ts';
import { appliedConditions, writeConditions } from '../../../resources/filter.ts';
import type { AnalysisSearch } from './search.ts';

/** First day of the month that is `months` before the month of a day. */
export const monthsBefore = (day: Day, months: number): Day => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const count = year * 12 + month - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
};

/** The same day of the year before; 28 February for 29 February. */
export const yearBefore = (day: Day): Day => {
  const earlier = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return earlier.endsWith('-02-29') ? addDays(`${earlier.slice(0, 4)}-03-01`, -1) : earlier;
};

/** First and last day of a search. A display period covers whole months and the current month until today. */
export const daysOfSearch = (search: AnalysisSearch, today: Day, weekStart: WeekStart): Days =>
  search.display === 'custom'
    ? daysOf(search.period, search, today, weekStart)
    : { from: monthsBefore(today, search.display === '1' ? 12 : 24), to: today };

/** The period of comparison; null: none. */
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
  readonly controls: readonly Control[];
}

/** The query of a report for the server. Defaults are left out, so that equal queries are equal objects. */
export const queryOf = (
  analysis: QueriedAnalysis,
  search: AnalysisSearch,
  productId: number,
  days: Days,
): ReportParameters => {
  const where = writeConditions(appliedConditions(search.conditions));
  return {
    product_id: productId,
    ...days,
    ...(analysis.controls.includes('step') && { step: search.step }),
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
 * The columns of a file: the shown ones in their order, with columns for what the screen shows elsewhere:
 * the outer row, the type of visitor, the days of an interval, and the compared figures.
 */
export const fileColumns = (
  analysis: { readonly chart: { readonly over: 'items' | 'time' } },
  { by, evaluation, compare }: Pick<AnalysisSearch, 'by' | 'evaluation' | 'compare'>,
  shown: readonly string[],
): readonly string[] => {
  const figures = shown
    .filter(field => field !== 'label' && field !== 'trend')
    .flatMap(field => (compare === null ? [field] : [field, `${field}_compared`]));
  if (isOverTime(analysis)) {
    const days = ['from', 'to'];
    return ['label', ...days, ...(compare === null ? [] : days.map(day => `${day}_compared`)), ...figures];
  }
  return [
    ...(by === null ? [] : ['parent_label']),
    'label',
    ...(evaluation === '2' || evaluation === '3' ? ['visitor'] : []),
    ...figures,
  ];
};
