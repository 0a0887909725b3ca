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
  const startFailed = useStartFailed();
  const left = useSelector(useSelector(actor, state => state.context.session), state => state.context.left);
  const href = useRouterState({ select: state => state.location.href });

  if (access === 'signedOut' || access === 'locked') return <Navigate to="/login" search={left ? {} : { to: href }} replace={!left} />;
  if (access === 'halted' || startFailed) return <StartFailed />;
  if (access === 'arriving' || access === 'starting') return <Starting />;
  return <Frame />;
};

const useStartFailed = (): boolean => {
  const startup = useSelector(useConsole().actor, state => state.children.startup);
  return useSelector(startup, state => state?.matches('failed') ?? false);
};
