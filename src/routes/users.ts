import { LIST_MODALS, screen } from './screen.ts';

export const usersRoute = screen(
  '/config/user',
  'resource.users.title',
  () => import('../screens/list/users.tsx'),
  { modals: LIST_MODALS },
);
