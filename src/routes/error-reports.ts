import { screen } from './screen.ts';

export const errorReportsRoute = screen(
  '/config/error-report',
  'errorReport.title',
  () => import('../screens/config/error-reports.tsx'),
);
