import { screen } from './screen.ts';

export const usersRoute = screen('/config/user', 'user.title', () => import('../screens/accounts/users.tsx'));
