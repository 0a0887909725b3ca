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
 * What is around every screen, by where the console stands: outside it leads to the sign-in page (and, unless
 * the user
 * chose to go, back again), on the way in it shows that it starts or why it could not, inside it is the
 * frame, with a dialog over it while the session has ended.
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
  // After the first screen, not before it, and at hand when the session ends. What could not be had now is
  // asked for again then.
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
 * Goes to the sign-in page, once: the address changes while this is still on the screen, and the router's own
 * Navigate,
 * which goes whenever it is drawn, would then ask to return to the sign-in page and go again.
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

/**
 * The texts of every screen; they are asked for as soon as somebody is on the way in (see the shell's route).
 */
const useTexts = () => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const { parts, failure } = useSelector(language, state => state.context);
  return {
    learnt: parts.includes('house'),
    failure,
    again: () => language.send({ type: 'need', parts: ['house'] }),
  };
};

/** Why the start-up stands still, if it does, and how to set it going. */
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
