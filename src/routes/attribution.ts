import { screen } from './screen.ts';

export const attributionRoute = screen(
  '/analyze/attribution',
  'attribution.title',
  () => import('../screens/analysis/pages/attribution.tsx'),
);
