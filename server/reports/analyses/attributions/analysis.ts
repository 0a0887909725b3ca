import { defineRowReport } from '../row-report/define-row-report.ts';

export const attributions = defineRowReport({
  name: 'attributions',
  path: 'attributions',
  title: 'analysis.attribution.title',
  summary: 'Attribution report: credit of each row for the conversions of a period',
  trend: false,
});
