import { screen } from './screen.ts';

export const adStatisticsRoute = screen(
  '/analyze/ad-statistics',
  'adStatistics.title',
  () => import('../screens/analysis/pages/ad-statistics.tsx'),
);
