import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useDeferredValue, useEffect } from 'react';
import { useConsole } from '../console/context.ts';
import 'primeflex/primeflex.css';
import '../styles/prime.css';
import '../styles/shell.css';
import '../styles/menu-entries.css';
import '../styles/sidebar.css';
import '../styles/navbar.css';
import '../styles/main.css';
import '../styles/bar-controls.css';
import '../styles/notices.css';
import '../styles/skeleton.css';
import '../styles/narrow.css';
import '../styles/modals.css';
import { Frame } from './frame.tsx';
import { StartFailed, Starting } from './states.tsx';

const lock = async () => ({ default: (await import('./lock.tsx')).Lock });
const Lock = lazy(lock);
const Enrol = lazy(async () => ({ default: (await import('./enrol.tsx')).Enrol }));

/**
 * Frame of every screen, by the state of the console machine. Signed out: navigates to sign-in (with the way
 * back, unless the user signed out). Starting: progress or failure. Open: the frame; after the end of the
 * session with the sign-in dialog over it.
 */
export const Shell = () => {
  const { actor } = useConsole();
  const access = useSelector(actor, ({ value }) => (typeof value === 'string' ? value : 'open'));
  const { signedOutByChoice } = useSelector(
    useSelector(actor, state => state.context.session),
    state => state.context,
  );
  const { learnt, failure: unlearnt, again: learn } = useTexts();
  const start = useStart();
  const isReady = learnt && access !== 'restoring' && access !== 'starting';
  // The frame with its screen takes long to render: deferred, it leaves the browser free meanwhile.
  const isRendered = useDeferredValue(isReady);
  // Loaded after the first screen, so that it is available when the session ends; a failed load is repeated
  // then.
  useEffect(() => {
    lock().catch(() => undefined);
  }, []);

  if (access === 'signedOut') return <Leave returning={!signedOutByChoice} />;
  if (start.failure) return <StartFailed failure={start.failure} again={start.again} />;
  if (!learnt && unlearnt) return <StartFailed failure={unlearnt} again={learn} />;
  if (!isReady || !isRendered) return <Starting />;
  if (access === 'enrolling')
    return (
      <Suspense>
        <Enrol />
      </Suspense>
    );
  return (
    <>
      <Frame />
      <Suspense>{(access === 'locked' || access === 'identifying') && <Lock />}</Suspense>
    </>
  );
};

/**
 * Navigates to the sign-in page once. The router's own Navigate navigates on every render, and this component
 * is still mounted when the address changes: it would navigate again, with the sign-in page as return
 * address.
 */
const Leave = ({ returning }: { readonly returning: boolean }) => {
  const router = useRouter();
  useEffect(() => {
    const { href, pathname } = router.state.location;
    if (pathname !== '/login')
      void router.navigate({ to: '/login', search: returning ? { to: href } : {}, replace: returning });
  }, [router, returning]);
  return <Starting />;
};

/** Loads the texts of every screen; the shell's route requests them as soon as a sign-in begins. */
const useTexts = () => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const { parts, failure } = useSelector(language, state => state.context);
  return {
    learnt: parts.includes('shell'),
    failure,
    again: () => language.send({ type: 'need', parts: ['shell'] }),
  };
};

/** The failure that stopped the start-up, if any, and the command to retry. */
const useStart = () => {
  const { actor } = useConsole();
  const halted = useSelector(actor, state => (state.matches('failed') ? state.context.failure : null));
  const startup = useSelector(actor, state => state.children.startup);
  const failed = useSelector(startup, state => (state?.matches('failed') ? state.context.failure : null));
  return {
    failure: halted ?? failed,
    again: () => (failed ? startup?.send({ type: 'retry' }) : actor.send({ type: 'retry' })),
  };
};
