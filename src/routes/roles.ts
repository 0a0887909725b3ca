import { screen } from './screen.ts';

export const rolesRoute = screen(
  '/config/role',
  'resource.roles.title',
  () => import('../screens/accounts/roles.tsx'),
  { modals: ['add', 'edit'] },
);
