import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { withCondition, type Condition } from '../../resources/filter.ts';
import { FilterBar } from './filter-bar.tsx';
import type { FilterWords } from './use-filters.ts';

const FilterEditor = lazy(() => import('./filter-editor.tsx'));

interface ConditionOptions {
  readonly words: FilterWords;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/**
 * Controls that filter rows: a button that adds a condition, the list of conditions, and the popover that
 * edits one.
 */
export const useConditions = ({
  words,
  conditions,
  onChange,
}: ConditionOptions): { readonly add: ReactNode; readonly bar: ReactNode; readonly editor: ReactNode } => {
  const intl = useIntl();
  const [editing, setEditing] = useState<{
    readonly condition: Condition | null;
    readonly anchor: HTMLElement;
  } | null>(null);
  return {
    add: words.filters.length > 0 && (
      <Button
        label={intl.formatMessage({ id: 'filter.add' })}
        icon={<Icon name="filter" />}
        opens
        onClick={anchor => setEditing({ condition: null, anchor })}
      />
    ),
    bar: conditions.length > 0 && (
      <FilterBar
        words={words}
        conditions={conditions}
        onEdit={(condition, anchor) => setEditing({ condition, anchor })}
        onRemove={condition => onChange(conditions.filter(other => other !== condition))}
        onClear={() => onChange([])}
      />
    ),
    editor: editing !== null && (
      <Suspense>
        <FilterEditor
          key={editing.condition === null ? '' : `${editing.condition.field}__${editing.condition.op}`}
          anchor={editing.anchor}
          words={words}
          condition={editing.condition}
          onApply={next => onChange(withCondition(conditions, next, editing.condition))}
          onClose={() => setEditing(null)}
        />
      </Suspense>
    ),
  };
};
