import { screen } from './screen.ts';

export const dashboardRoute = screen(
  '/dashboard',
  'dashboard.title',
  () => import('../screens/dashboard/dashboard.tsx'),
);
