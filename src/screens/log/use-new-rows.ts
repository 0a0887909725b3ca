import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise } from 'xstate';
import { newRowsMachine } from '../../../machines/new-rows.ts';
import { useExecute } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import type { Log, LogParameters, NewerParameters } from '../../resources/log.ts';

/**
 * Number of rows newer than the newest displayed one (machines/new-rows.ts).
 * @param latest cursor of the newest row; null: new rows are not counted
 */
export const useNewRows = <Raw extends object, Row extends object>(
  { newer }: Log<Raw, Row>,
  parameters: LogParameters,
  latest: string | null,
): number => {
  const execute = useExecute();
  const [machine] = useState(() =>
    newRowsMachine.provide({
      actors: {
        count: fromPromise<number, object>(async ({ input, signal }) => {
          if (newer === undefined) return 0;
          return (await execute(newer, input as NewerParameters, signal)).newer?.count ?? 0;
        }),
      },
    }),
  );
  const actor = useActorRef(machine, watched);
  const words =
    latest === null || newer === undefined ? null : JSON.stringify({ ...parameters, newer_than: latest });
  useEffect(() => {
    actor.send(words === null ? { type: 'stop' } : { type: 'watch', query: JSON.parse(words) as object });
  }, [actor, words]);
  return useSelector(actor, state => state.context.count);
};
