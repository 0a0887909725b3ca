import { screen } from './screen.ts';

export const lpoRoute = screen(
  '/analyze/lpo',
  'lpo.title',
  () => import('../screens/analysis/pages/lpo.tsx'),
);
