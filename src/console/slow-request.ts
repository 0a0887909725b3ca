import { waitFor, type ActorRefFrom } from 'xstate';
import { isFailure, type Failure } from '../../machines/failure.ts';
import type { networkMachine } from '../../machines/network.ts';
import { isChange, type Execute } from '../gateway/client.ts';
import type { ConsoleActor } from './context.ts';

/** The user cancelled a slow request; sending it again may succeed. */
const CANCELLED: Failure = { kind: 'offline', code: 'cancelled' };

/**
 * Reports requests to the network machine and aborts those that the user cancels, except requests whose
 * screen shows its own progress. A request refused because the session ended is sent again after sign-in, and
 * fails if another user signs in or the user leaves.
 */
export const withSlowRequestReport = (
  execute: Execute,
  actor: ConsoleActor,
  network: ActorRefFrom<typeof networkMachine>,
): Execute => {
  const running = new Map<number, AbortController>();
  let last = 0;
  network.on('cancelled', ({ ids }) => ids.forEach(id => running.get(id)?.abort(CANCELLED)));

  const counted: Execute = async (document, variables, signal, slowIndicator = 'frame') => {
    if (slowIndicator === 'screen') return execute(document, variables, signal, slowIndicator);
    const id = ++last;
    const own = new AbortController();
    running.set(id, own);
    network.send({ type: 'call.begun', call: { id, readOnly: !isChange(document) } });
    try {
      return await execute(document, variables, signal ? AbortSignal.any([signal, own.signal]) : own.signal);
    } finally {
      running.delete(id);
      network.send({ type: 'call.ended', id });
    }
  };

  return async (document, variables, signal, slowIndicator) => {
    try {
      return await counted(document, variables, signal, slowIndicator);
    } catch (error) {
      // Aborted by the caller: the promise never settles. Otherwise an actor that React stops and restarts
      // (StrictMode) would take the end of the first request for that of the second.
      if (signal?.aborted === true) return new Promise<never>(() => undefined);
      const refused =
        isFailure(error) && (error.code === 'unauthenticated' || error.code === 'session_ended');
      if (!refused || !actor.getSnapshot().hasTag('signedIn')) throw error;
      const state = await waitFor(
        actor,
        ({ value }) => value !== 'locked' && value !== 'identifying',
        signal && { signal },
      );
      if (!state.matches('open')) throw error;
      return counted(document, variables, signal, slowIndicator);
    }
  };
};
