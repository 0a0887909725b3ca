import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { fromPromise } from 'xstate';
import { confirmMachine } from '../../../machines/confirm.ts';
import type { Failure } from '../../../machines/failure.ts';

export interface Confirmation {
  readonly busy: boolean;
  /** Why it did not happen, if it was tried. */
  readonly failure: Failure | null;
  readonly yes: () => void;
  readonly no: () => void;
}

/** Asks, then acts once (machines/confirm.ts). @param onSettled once, with whether it happened */
export const useConfirm = <Subject extends object>(
  subject: Subject, act: (subject: Subject, signal: AbortSignal) => Promise<unknown>, onSettled: (happened: boolean) => void,
): Confirmation => {
  // Provided anew with each rendering: the actor takes the latest up.
  const machine = confirmMachine.provide({ actors: { act: fromPromise<unknown, object>(({ input, signal }) => act(input as Subject, signal)) } });
  const actor = useActorRef(machine, { input: { subject } });
  const state = useSelector(actor, snapshot => snapshot);
  const over = state.status === 'done';
  const tell = useEffectEvent(() => onSettled(state.context.happened));
  useEffect(() => {
    if (over) tell();
  }, [over]);
  return { busy: state.hasTag('busy'), failure: state.context.failure, yes: () => actor.send({ type: 'yes' }), no: () => actor.send({ type: 'no' }) };
};
