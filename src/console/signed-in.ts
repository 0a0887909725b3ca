import { createActor } from 'xstate';
import { networkMachine } from '../../machines/network.ts';
import { troubleMachine } from '../../machines/uncaught-error.ts';
import { useConsole, type Console, type Inside } from './context.ts';
import { reportFaults } from './error-reports.ts';
import { actorRegistry, watched } from './actor-registry.ts';
import { withPatience } from './slow-request.ts';

/**
 * Starts the actors that only a signed-in user needs, once; called by the shell's route before its first
 * screen.
 */
export const openInside = (console: Console): void => {
  if (console.inside !== null) return;
  const { banner } = console.actor.getSnapshot().context;
  const inspect = import.meta.env.DEV ? new URLSearchParams(location.search).get('inspect') : null;
  if (inspect === null) console.attend(actorRegistry.watch);
  else {
    void import('./stately.ts').then(({ openStately }) => {
      openStately(inspect);
      console.attend(actorRegistry.watch);
    });
  }
  const network = createActor(networkMachine, watched).start();
  const uncaughtErrors = createActor(troubleMachine, { ...watched, input: { banner } }).start();
  console.inside = { network, uncaughtErrors };
  console.refineAsk(ask => withPatience(ask, console.actor, network));
  watchNetwork(network, banner);
  watchTrouble(console.actor, uncaughtErrors);
  reportFaults(console, uncaughtErrors);
};

export const useInside = (): Inside => {
  const { inside } = useConsole();
  if (inside === null) throw new Error('This belongs inside the shell.');
  return inside;
};

type Parts = ReturnType<Console['actor']['getSnapshot']>['context'];

/** Reports the browser's online and offline events to the network machine. */
const watchNetwork = (network: Inside['network'], banner: Parts['banner']) => {
  if (!navigator.onLine) network.send({ type: 'lost' });
  window.addEventListener('offline', () => network.send({ type: 'lost' }));
  window.addEventListener('online', () => network.send({ type: 'found' }));
  network.on('recovered', () =>
    banner.send({ type: 'notice', notice: { kind: 'SUCCESS', message: 'shell.network.back' } }),
  );
};

/** Sends every uncaught error to the uncaught-error machine; the browser logs them too. */
const watchTrouble = (actor: Console['actor'], uncaughtErrors: Inside['uncaughtErrors']) => {
  window.addEventListener('error', ({ error, message }) =>
    uncaughtErrors.send({ type: 'trouble', cause: error ?? message, scene: 'promise' }),
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    uncaughtErrors.send({ type: 'trouble', cause: reason, scene: 'promise' }),
  );
  let halted = false;
  actor.subscribe(state => {
    if (state.matches('halted') && !halted)
      uncaughtErrors.send({ type: 'trouble', cause: state.context.failure, scene: 'start' });
    halted = state.matches('halted');
  });
};
