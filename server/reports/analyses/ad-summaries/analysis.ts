import { defineRowReport } from '../row-report/define-row-report.ts';

export const adSummaries = defineRowReport({
  name: 'adSummaries',
  path: 'ad_summaries',
  title: 'analysis.adStatistics.title',
  summary: 'Ad statistics: metrics of each row in a period, with trends',
  trend: true,
});
