import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { fromPromise } from 'xstate';
import { bulkChangeMachine, type RowChange } from '../../../machines/bulk-change.ts';
import { failureOf } from '../../../machines/failure.ts';
import { useExecute } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import type { Identified, Resource } from '../../resources/resource.ts';

/**
 * Changes many rows to one value (machines/bulk-change.ts).
 * @param onSettled called with the number of changed rows when rows may have changed
 */
export const useBulk = <Row extends Identified, Draft extends object>(
  { operations, form }: Resource<Row, Draft>,
  rows: readonly Row[],
  {
    onSettled,
    onClosed,
  }: { readonly onSettled: (changed: number, isComplete: boolean) => void; readonly onClosed: () => void },
) => {
  const execute = useExecute();
  // Provided on each render: the actor uses the latest implementations.
  const machine = bulkChangeMachine.provide({
    actors: {
      change: fromPromise<unknown, RowChange>(async ({ input: { id, values, isRetry }, signal }) => {
        const { one, update } = operations;
        if (one === undefined || update === undefined || form === undefined)
          throw new Error('Rows that nobody can change were to be changed.');
        const row = isRetry ? (await execute(one, { id }, signal)).one : rows.find(seen => seen.id === id);
        if (row?.status !== true) throw failureOf({ kind: 'missing', code: 'not_found' });
        return execute(
          update,
          { id, input: { ...form.draftOf(row), ...values, updated_at: row.updated_at } },
          signal,
        );
      }),
    },
  });
  const actor = useActorRef(machine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const settled = useEffectEvent(onSettled);
  useEffect(() => {
    const { unsubscribe } = actor.on('settled', ({ done, isComplete }) => settled(done.length, isComplete));
    return unsubscribe;
  }, [actor]);
  const closed = useEffectEvent(onClosed);
  const over = state.matches('closed');
  useEffect(() => {
    if (over) closed();
  }, [over]);
  return { state, send: actor.send };
};
export type Bulk = ReturnType<typeof useBulk>;
