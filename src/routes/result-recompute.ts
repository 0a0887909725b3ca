import { screen } from './screen.ts';

export const resultRecomputeRoute = screen(
  '/log/result-recompute',
  'recompute.title',
  () => import('../screens/results/recompute.tsx'),
  { navActiveLink: '/log/result' },
);
