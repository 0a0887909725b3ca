import { defineRowReport } from '../row-report/define-row-report.ts';

export const adSummaries = defineRowReport({
  name: 'adSummaries',
  path: 'ad_summaries',
  title: 'analysis.adStatistics.title',
  summary: 'The figures of each ad in a period, with their course',
  trend: true,
});
