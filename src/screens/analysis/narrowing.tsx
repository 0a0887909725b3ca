import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { AnyFilter, Condition } from '../../resources/filter.ts';
import { FilterBar } from '../list/filter-bar.tsx';
import '../list/list.css';
import { useFilterWords, type FilterWords } from '../list/use-filters.ts';
import { withCondition } from '../list/view.ts';

const FilterEditor = lazy(() => import('../list/filter-editor.tsx'));

/** The filters of reports in words. */
export const useReportFilters = (filters: readonly AnyFilter[]): FilterWords => useFilterWords('report', filters);

interface Props {
  readonly words: FilterWords;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** What a report is narrowed to, and how to narrow it further. */
export const Narrowing = ({ words, conditions, onChange }: Props) => {
  const intl = useIntl();
  const [editing, setEditing] = useState<{ readonly condition: Condition | null; readonly anchor: HTMLElement } | null>(null);
  return (
    <div className="tp-narrowing">
      <Button label={intl.formatMessage({ id: 'filter.add' })} icon={<Icon name="filter" />} opens onClick={anchor => setEditing({ condition: null, anchor })} />
      {conditions.length > 0 && (
        <FilterBar
          words={words} conditions={conditions} onEdit={(condition, anchor) => setEditing({ condition, anchor })}
          onRemove={condition => onChange(conditions.filter(other => other !== condition))} onClear={() => onChange([])}
        />
      )}
      {editing !== null && (
        <Suspense>
          <FilterEditor
            key={editing.condition === null ? '' : `${editing.condition.field}__${editing.condition.op}`} anchor={editing.anchor} words={words} condition={editing.condition}
            onApply={next => onChange(withCondition(conditions, next, editing.condition))} onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
    </div>
  );
};
