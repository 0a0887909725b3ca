import { screen } from './screen.ts';

export const cvInfoRoute = screen(
  '/analyze/cv',
  'log.cv_info.title',
  () => import('../screens/log/cv-info.tsx'),
);
