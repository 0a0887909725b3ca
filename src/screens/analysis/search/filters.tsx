import type { AnyFilter, Condition } from '../../../resources/filter.ts';
import '../../list/list.css';
import { useConditions } from '../../list/use-conditions.tsx';
import { useFilterWords, type FilterWords } from '../../list/use-filters.ts';

/** The filters of reports in words. */
export const useReportFilters = (
  filters: readonly AnyFilter[],
  conditions: readonly Condition[],
): FilterWords => useFilterWords('report', filters, conditions);

/** What a report is narrowed to, and how to narrow it further. */
export const Narrowing = (props: Parameters<typeof useConditions>[0]) => {
  const { add, bar, editor } = useConditions(props);
  return (
    <div className="tp-narrowing">
      {add}
      {bar}
      {editor}
    </div>
  );
};
