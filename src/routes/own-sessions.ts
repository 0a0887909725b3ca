import { screen } from './screen.ts';

export const ownSessionsRoute = screen(
  '/config/sessions',
  'shell.sessions',
  () => import('../screens/accounts/own-sessions.tsx'),
);
