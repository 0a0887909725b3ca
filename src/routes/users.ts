import { screen } from './screen.ts';

export const usersRoute = screen('/config/user', 'resource.users.title', () => import('../screens/list/users.tsx'));
