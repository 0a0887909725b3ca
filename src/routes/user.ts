import { RECORD_MODALS, screen } from './screen.ts';

export const userRoute = screen(
  '/config/user/$id',
  'resource.users.one',
  () => import('../screens/record/user.tsx'),
  { navActiveLink: '/config/user', modals: RECORD_MODALS },
);
