import { screen } from './screen.ts';

export const termRoute = screen(
  '/analyze/term',
  'term.title',
  () => import('../screens/analysis/pages/term.tsx'),
);
