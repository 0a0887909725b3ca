import { screen } from './screen.ts';

export const userSessionsRoute = screen(
  '/config/sessions',
  'shell.sessions',
  () => import('../screens/accounts/own-sessions.tsx'),
  { navActiveLink: '/config/user' },
);
