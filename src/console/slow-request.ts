import { waitFor, type ActorRefFrom } from 'xstate';
import { isFailure, type Failure } from '../../machines/failure.ts';
import type { networkMachine } from '../../machines/network.ts';
import { isChange, type Ask } from '../gateway/client.ts';
import type { ConsoleActor } from './context.ts';

/** The user did not want to wait any longer; asking again may help. */
const CANCELLED: Failure = { kind: 'offline', code: 'cancelled' };

/**
 * Tells the network machine of each call, and takes back those that the user no longer wants to wait for. A
 * call that the end
 * of the session refused waits for the sign-in over the page and is asked once more: it was refused, so
 * nothing of it happened,
 * and the screen that asked is still there. It is refused for good when somebody else comes or the user
 * leaves. Whoever took his
 * own call back hears no more of it. Of calls about which the screen speaks the network is told nothing: the
 * user would be told twice.
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
      // Taken back by the one who asked. An actor that React stops and starts again (StrictMode does it to
      // every one) would take the end of its first
      // call for the answer to its second.
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
