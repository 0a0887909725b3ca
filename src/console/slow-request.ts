import { waitFor, type ActorRefFrom } from 'xstate';
import { isFailure, type Failure } from '../../machines/failure.ts';
import type { networkMachine } from '../../machines/network.ts';
import { isChange, type Ask } from '../gateway/client.ts';
import type { ConsoleActor } from './context.ts';

/** The user cancelled the wait; sending the query again may succeed. */
const CANCELLED: Failure = { kind: 'offline', code: 'cancelled' };

/**
 * Reports each call to the network machine, and aborts those that the user cancels. A call refused because
 * the session ended waits for the sign-in dialog and is sent once more: a refused call changed nothing. It
 * fails for good when another user signs in or the user leaves; a caller that aborts hears no more. Calls
 * whose screen shows its own progress are not reported, to avoid two messages.
 */
export const withPatience = (
  ask: Ask,
  actor: ConsoleActor,
  network: ActorRefFrom<typeof networkMachine>,
): Ask => {
  const running = new Map<number, AbortController>();
  let last = 0;
  network.on('cancelled', ({ ids }) => ids.forEach(id => running.get(id)?.abort(CANCELLED)));

  const counted: Ask = async (document, variables, signal, teller = 'frame') => {
    if (teller === 'screen') return ask(document, variables, signal, teller);
    const id = ++last;
    const own = new AbortController();
    running.set(id, own);
    network.send({ type: 'call.begun', call: { id, asks: !isChange(document) } });
    try {
      return await ask(document, variables, signal ? AbortSignal.any([signal, own.signal]) : own.signal);
    } finally {
      running.delete(id);
      network.send({ type: 'call.ended', id });
    }
  };

  return async (document, variables, signal, teller) => {
    try {
      return await counted(document, variables, signal, teller);
    } catch (error) {
      // Aborted by the caller. An actor that React stops and starts again (StrictMode does this to every one)
      // would take the end of its first call for the answer to its second.
      if (signal?.aborted === true) return new Promise<never>(() => undefined);
      const refused =
        isFailure(error) && (error.code === 'unauthenticated' || error.code === 'session_ended');
      if (!refused || !actor.getSnapshot().hasTag('inside')) throw error;
      const state = await waitFor(
        actor,
        ({ value }) => value !== 'locked' && value !== 'returning',
        signal && { signal },
      );
      if (!state.matches('open')) throw error;
      return counted(document, variables, signal, teller);
    }
  };
};
