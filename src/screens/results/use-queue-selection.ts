import { useActorRef, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { queueSelectionMachine } from '../../../machines/queue-selection.ts';
import { watched } from '../../console/actor-registry.ts';
import { useOnChange } from '../use-on-change.ts';

/**
 * The selected notifications of the result queue (machines/queue-selection.ts).
 * @param parameters query of the queue; another query clears the selection
 * @param resend confirms and sends; true: sent
 */
export const useQueueSelection = (
  parameters: object,
  resend: (ids: readonly number[]) => Promise<boolean>,
) => {
  const actor = useActorRef(
    queueSelectionMachine.provide({
      actors: { resend: fromPromise<boolean, readonly string[]>(({ input }) => resend(input.map(Number))) },
    }),
    watched,
  );
  const keys = useSelector(actor, ({ context }) => context.keys);
  useOnChange(parameters, () => actor.send({ type: 'clear' }));
  return {
    selected: useMemo(() => new Set(keys), [keys]),
    select: (next: ReadonlySet<string>) => actor.send({ type: 'select', keys: [...next] }),
    clear: () => actor.send({ type: 'clear' }),
    resend: () => actor.send({ type: 'resend' }),
  };
};
