import { useLayoutEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { focusGrid } from '../../components/focus-grid.ts';
import { GatherAll, Gathering } from '../../components/loading-all-rows.tsx';
import { Icon } from '../../components/icon.tsx';
import type { Identified } from '../../resources/resource.ts';
import { MAX_SELECTED_ROWS } from './selection.ts';
import type { List } from './use-list.ts';

interface Props {
  readonly list: List<Identified>;
  readonly canRemove: boolean;
  readonly canRestore: boolean;
  readonly onAct: (kind: 'remove' | 'restore', ids: readonly number[]) => void;
  /** Sets one value in all selected rows; null: no selected row can be changed. */
  readonly onChange: (() => void) | null;
}

/** Moves the focus into the grid when the bar disappears with it. */
const useFocusAfterwards = (): void =>
  useLayoutEffect(
    () => () => {
      focusGrid(document.activeElement?.closest('.tp-selection')?.closest('.tp-panel'));
    },
    [],
  );

const idsOf = (rows: readonly Identified[]): readonly number[] => rows.map(({ id }) => id);

/**
 * Number of selected rows and the commands on them: existing rows can be changed and deleted, deleted ones
 * restored.
 */
export const SelectionBar = ({ list, canRemove, canRestore, onAct, onChange }: Props) => {
  const intl = useIntl();
  const translate = (id: string) => intl.formatMessage({ id });
  useFocusAfterwards();
  if (list.gathering) return <Gathering count={list.selected.length} onStop={list.cancel} />;
  const selected = list.selectedRows;
  const there = selected.filter(({ status }) => status);
  const deleted = selected.filter(({ status }) => !status);
  return (
    <span className="tp-selection" role="group" aria-label={translate('list.selected_actions')}>
      <strong role="status">
        <FormattedMessage id="list.selected" values={{ count: selected.length }} />
      </strong>
      {onChange !== null && there.length > 0 && (
        <Button
          label={translate('action.bulk')}
          icon={<Icon name="edit" />}
          busy={list.isRunning}
          onClick={onChange}
        />
      )}
      {canRemove && there.length > 0 && (
        <Button
          label={translate('action.remove')}
          icon={<Icon name="bin" />}
          busy={list.isRunning}
          onClick={() => onAct('remove', idsOf(there))}
        />
      )}
      {canRestore && deleted.length > 0 && (
        <Button
          label={translate('action.restore')}
          icon={<Icon name="restore" />}
          busy={list.isRunning}
          onClick={() => onAct('restore', idsOf(deleted))}
        />
      )}
      <GatherAll
        total={list.count}
        selected={selected.length}
        limit={MAX_SELECTED_ROWS}
        onGather={list.gather}
      />
      <button type="button" className="tp-quiet" onClick={() => list.select([])}>
        {translate('list.clear_selection')}
      </button>
    </span>
  );
};
