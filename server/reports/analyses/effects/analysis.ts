import { defineRowReport } from '../row-report/define-row-report.ts';

export const effects = defineRowReport({
  name: 'effects',
  path: 'effects',
  title: 'analysis.effect.title',
  summary: 'What each ad achieved alone and together with others in a period',
  trend: false,
});
