import { screen } from './screen.ts';

export const allocationRoute = screen(
  '/analyze/allocation',
  'allocation.title',
  () => import('../screens/analysis/pages/allocation.tsx'),
);
