import { screen } from './screen.ts';

export const resultLogRoute = screen(
  '/log/result',
  'log.result.title',
  () => import('../screens/results/result.tsx'),
);
