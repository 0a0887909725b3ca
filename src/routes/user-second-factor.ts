import { screen } from './screen.ts';

export const ownSecondFactorRoute = screen(
  '/config/second-factor',
  'shell.second_factor',
  () => import('../screens/accounts/second-factor.tsx'),
  { navActiveLink: '/config/user' },
);

export const userSecondFactorRoute = screen(
  '/config/user/$id/second-factor',
  'shell.second_factor.reset',
  () => import('../screens/accounts/reset-second-factor.tsx'),
  { navActiveLink: '/config/user' },
);
