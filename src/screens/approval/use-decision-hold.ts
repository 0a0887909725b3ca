import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  decisionHoldMachine,
  type Decided,
  type TakeBackAnswer,
  type TakeBackPart,
} from '../../../machines/decision-hold.ts';
import { useExecute } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import { resultOperations } from '../../resources/results.ts';
import { present } from '../../resources/row.ts';

/**
 * The decisions of the latest request, which can be taken back during their hold (machines/decision-hold.ts).
 * @param onTakenBack called with the number of results that may have changed
 */
export const useDecisionHold = (onTakenBack: (count: number) => void) => {
  const execute = useExecute();
  const [machine] = useState(() =>
    decisionHoldMachine.provide({
      actors: {
        takeBack: fromPromise<TakeBackAnswer, TakeBackPart>(async ({ input: { key, results }, signal }) => {
          const { done } = await execute(
            resultOperations.takeBack,
            { input: { key, results: [...results] } },
            signal,
          );
          return { takenBack: done?.taken_back ?? 0, refused: present(done?.refused) };
        }),
      },
    }),
  );
  const actor = useActorRef(machine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const takenBack = useEffectEvent(onTakenBack);
  useEffect(() => {
    const { unsubscribe } = actor.on('takenBack', ({ count }) => takenBack(count));
    return unsubscribe;
  }, [actor]);
  // For the countdown: end of the request's hold, as `performance.now()` in ms.
  const [shown, setShown] = useState({ request: '', endsAt: 0 });
  return {
    state,
    send: actor.send,
    endsAt: shown.endsAt,
    decided: (decided: Decided) => {
      if (decided.rows.length === 0) return;
      if (decided.request !== shown.request)
        setShown({ request: decided.request, endsAt: performance.now() + decided.holdMs });
      actor.send({ type: 'decided', decided });
    },
  };
};
export type DecisionHold = ReturnType<typeof useDecisionHold>;
