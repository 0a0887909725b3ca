import type { AnyFilter, Condition } from '../../../resources/filter.ts';
import { useFilterWords, type FilterWords } from '../../list/use-filters.ts';

/** The filters of reports in words. */
export const useReportFilters = (
  filters: readonly AnyFilter[],
  conditions: readonly Condition[],
): FilterWords => useFilterWords('report', filters, conditions);
