import { createActor } from 'xstate';
import { networkMachine } from '../../machines/network.ts';
import { uncaughtErrorMachine } from '../../machines/uncaught-error.ts';
import { startColumnChoices } from './column-choices.ts';
import { useConsole, type Console, type SignedInActors } from './context.ts';
import { reportFaults } from './error-reports.ts';
import { actorRegistry, watched } from './actor-registry.ts';
import { withSlowRequestReport } from './slow-request.ts';

/**
 * Starts the actors that only a signed-in user needs, once; called by the shell's route before its first
 * screen.
 */
export const startSignedInActors = (console: Console): void => {
  if (console.signedIn !== null) return;
  const { banner } = console.actor.getSnapshot().context;
  const inspect = import.meta.env.DEV ? new URLSearchParams(location.search).get('inspect') : null;
  if (inspect === null) console.inspect(actorRegistry.watch);
  else {
    void import('./inspector.ts').then(({ openInspector }) => {
      openInspector(inspect);
      console.inspect(actorRegistry.watch);
    });
  }
  const network = createActor(networkMachine, watched).start();
  const uncaughtErrors = createActor(uncaughtErrorMachine, { ...watched, input: { banner } }).start();
  console.signedIn = { network, uncaughtErrors, columnChoices: startColumnChoices(console) };
  console.wrapExecute(execute => withSlowRequestReport(execute, console.actor, network));
  watchNetwork(network, banner);
  watchUncaughtErrors(console.actor, uncaughtErrors);
  reportFaults(console, uncaughtErrors);
};

export const useSignedInActors = (): SignedInActors => {
  const { signedIn } = useConsole();
  if (signedIn === null) throw new Error('This belongs inside the shell.');
  return signedIn;
};

type Parts = ReturnType<Console['actor']['getSnapshot']>['context'];

/** Reports the browser's online and offline events to the network machine. */
const watchNetwork = (network: SignedInActors['network'], banner: Parts['banner']) => {
  if (!navigator.onLine) network.send({ type: 'lost' });
  window.addEventListener('offline', () => network.send({ type: 'lost' }));
  window.addEventListener('online', () => network.send({ type: 'found' }));
  network.on('recovered', () =>
    banner.send({ type: 'notice', notice: { kind: 'SUCCESS', message: 'shell.network.back' } }),
  );
};

/** Sends every uncaught error to the uncaught-error machine; the browser logs them too. */
const watchUncaughtErrors = (actor: Console['actor'], uncaughtErrors: SignedInActors['uncaughtErrors']) => {
  window.addEventListener('error', ({ error, message }) =>
    uncaughtErrors.send({ type: 'error.caught', cause: error ?? message, scene: 'promise' }),
  );
  window.addEventListener('unhandledrejection', ({ reason }) =>
    uncaughtErrors.send({ type: 'error.caught', cause: reason, scene: 'promise' }),
  );
  let failed = false;
  actor.subscribe(state => {
    if (state.matches('failed') && !failed)
      uncaughtErrors.send({ type: 'error.caught', cause: state.context.failure, scene: 'start' });
    failed = state.matches('failed');
  });
};
