import { defineRowReport } from '../row-report/define-row-report.ts';

export const effects = defineRowReport({
  name: 'effects',
  path: 'effects',
  title: 'analysis.effect.title',
  summary: 'Effect report: direct and indirect effects of each row in a period',
  trend: false,
});
