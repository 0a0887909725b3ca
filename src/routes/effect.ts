import { screen } from './screen.ts';

export const effectRoute = screen(
  '/analyze/effect',
  'effect.title',
  () => import('../screens/analysis/pages/effect.tsx'),
);
