import { Navigate, useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useConsole } from '../console/context.ts';
import '../styles/prime.css';
import '../styles/shell.css';
import { Frame } from './frame.tsx';
import { StartFailed, Starting } from './states.tsx';

/**
 * What is around every screen, by where the console stands: outside it leads to the sign-in page (and, unless the user
 * chose to go, back again), on the way in it shows that it starts or why it could not, inside it is the frame.
 */
export const Shell = () => {
  const { actor } = useConsole();
  const access = useSelector(actor, state => state.value);
  const { left } = useSelector(useSelector(actor, state => state.context.session), state => state.context);
  const { whole, failure: unlearnt, enter } = useTexts();
  const start = useStart();
  const href = useRouterState({ select: state => state.location.href });

  if (access === 'signedOut' || access === 'locked') return <Navigate to="/login" search={left ? {} : { to: href }} replace={!left} />;
  if (start.failure) return <StartFailed failure={start.failure} again={start.again} />;
  if (!whole && unlearnt) return <StartFailed failure={unlearnt} again={enter} />;
  if (!whole || access === 'arriving' || access === 'starting') return <Starting />;
  return <Frame />;
};

/** The texts of the screens; they are asked for as soon as somebody is on the way in (see the shell's route). */
const useTexts = () => {
  const language = useSelector(useConsole().actor, state => state.context.language);
  const { whole, failure } = useSelector(language, state => state.context);
  return { whole, failure, enter: () => language.send({ type: 'enter' }) };
};

/** Why the start-up stands still, if it does, and how to set it going. */
const useStart = () => {
  const { actor } = useConsole();
  const halted = useSelector(actor, state => (state.matches('halted') ? state.context.failure : null));
  const startup = useSelector(actor, state => state.children.startup);
  const failed = useSelector(startup, state => (state?.matches('failed') ? state.context.failure : null));
  return { failure: halted ?? failed, again: () => (failed ? startup?.send({ type: 'retry' }) : actor.send({ type: 'retry' })) };
};
