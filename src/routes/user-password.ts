import { screen } from './screen.ts';

export const userPasswordRoute = screen(
  '/config/user/$id/password',
  'password.title',
  () => import('../screens/accounts/change-password.tsx'),
  { navActiveLink: '/config/user' },
);
