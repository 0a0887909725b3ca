import { useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect } from 'react';
import { useConsole } from '../console/context.ts';
import 'primeflex/primeflex.css';
import '../styles/prime.css';
import '../styles/shell.css';
import '../styles/modals.css';
import { Frame } from './frame.tsx';
import { StartFailed, Starting } from './states.tsx';

const lock = async () => ({ default: (await import('./lock.tsx')).Lock });
const Lock = lazy(lock);

/**
 * The frame of every screen, by the state of the console: outside it leads to the sign-in page (and, unless
 * the user chose to leave, back again), during the start-up it shows progress or the failure, inside it is
 * the frame, with a dialog over it while the session has ended.
 */
export const Shell = () => {
  const { actor } = useConsole();
  const access = useSelector(actor, ({ value }) => (typeof value === 'string' ? value : 'open'));
  const { left } = useSelector(
    useSelector(actor, state => state.context.session),
    state => state.context,
  );
  const { learnt, failure: unlearnt, again: learn } = useTexts();
  const start = useStart();
  // Loaded after the first screen, so that it is available when the session ends. A failed load is repeated
  // then.
  useEffect(() => {
    lock().catch(() => undefined);
  }, []);

  if (access === 'signedOut') return <Leave returning={!left} />;
  if (start.failure) return <StartFailed failure={start.failure} again={start.again} />;
  if (!learnt && unlearnt) return <StartFailed failure={unlearnt} again={learn} />;
  if (!learnt || access === 'arriving' || access === 'starting') return <Starting />;
  return (
    <>
      <Frame />
      <Suspense>{(access === 'locked' || access === 'returning') && <Lock />}</Suspense>
    </>
  );
};

/**
 * Navigates to the sign-in page, once: the address changes while this is still mounted, and the router's own
 * Navigate, which navigates on every render, would then request a return to the sign-in page and navigate
 * again.
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

/** The texts of every screen; they are requested as soon as a sign-in begins (see the shell's route). */
const useTexts = () => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const { parts, failure } = useSelector(language, state => state.context);
  return {
    learnt: parts.includes('house'),
    failure,
    again: () => language.send({ type: 'need', parts: ['house'] }),
  };
};

/** The reason why the start-up stopped, if it did, and the command to continue it. */
const useStart = () => {
  const { actor } = useConsole();
  const halted = useSelector(actor, state => (state.matches('halted') ? state.context.failure : null));
  const startup = useSelector(actor, state => state.children.startup);
  const failed = useSelector(startup, state => (state?.matches('failed') ? state.context.failure : null));
  return {
    failure: halted ?? failed,
    again: () => (failed ? startup?.send({ type: 'retry' }) : actor.send({ type: 'retry' })),
  };
};
