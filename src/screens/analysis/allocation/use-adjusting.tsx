import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { adjustmentMachine } from '../../../../machines/adjustment.ts';
import {
  adjustAll,
  readAdjustments,
  writeAdjustments,
  type Adjustment,
} from '../../../analyses/allocation.ts';
import type { RowAction } from '../../../components/grid/types.ts';
import { watched } from '../../../console/actor-registry.ts';
import type { Navigate } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import type { Row } from './allocation-table.ts';
import { SelectedAdsBar } from './selected-ads-bar.tsx';

/**
 * Adjusts the share of one ad or of the selected ones (machines/adjustment.ts); the address holds the adjustments.
 *
 * @param adjust the adjustments in the address
 * @returns row actions, the selection of the grid (false: no row can be adjusted) and the dialog
 */
export const useAdjusting = (rows: readonly Row[] | null, adjust: string | undefined, go: Navigate) => {
  const translate = useTranslate();
  const actor = useActorRef(adjustmentMachine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const { selected, adjusting } = state.context;
  const adjustments = readAdjustments(adjust ?? '');
  const apply = useEffectEvent((ads: readonly string[], adjustment: Adjustment | null) =>
    go({ adjust: writeAdjustments(adjustAll(adjustments, ads, adjustment)) }, { replace: true }),
  );
  useEffect(() => {
    const { unsubscribe } = actor.on('adjusted', ({ keys, adjustment }) =>
      apply(keys, adjustment as Adjustment | null),
    );
    return unsubscribe;
  }, [actor]);
  const actions = useMemo(
    (): readonly RowAction<Row>[] => [
      {
        id: 'adjust',
        label: translate('allocation.adjust'),
        icon: 'edit',
        offered: row => row.allocated_cost !== null,
        run: row => actor.send({ type: 'adjust', keys: [row.key] }),
      },
    ],
    [translate, actor],
  );
  const adjustable = (rows ?? []).filter(({ allocated_cost: cost }) => cost !== null);
  const adjusted = adjustable.filter(({ key }) => adjusting.includes(key));
  const keys = adjustable.map(({ key }) => key).filter(key => selected.includes(key));
  const selection = adjustable.length > 0 && {
    selected: new Set(keys),
    onSelect: (next: ReadonlySet<string>) => actor.send({ type: 'select', keys: [...next] }),
    bar: (
      <SelectedAdsBar
        count={keys.length}
        adjusted={keys.some(key => adjustments.has(key))}
        onAdjust={() => actor.send({ type: 'adjust', keys })}
        onUnadjust={() => actor.send({ type: 'remove', keys })}
        onClear={() => actor.send({ type: 'clear' })}
      />
    ),
  };
  const dialog = state.matches('adjusting') && adjusted.length > 0 && (
    <AdjustDialog
      key={adjusting.join()}
      rows={adjusted}
      adjustment={adjusted.length === 1 ? adjustments.get(adjusted[0]?.key ?? '') : undefined}
      onClose={() => actor.send({ type: 'close' })}
      onSave={adjustment => actor.send({ type: 'save', adjustment })}
    />
  );
  return { actions, selection, dialog };
};
