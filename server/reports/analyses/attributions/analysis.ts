import { defineRowReport } from '../row-report/define-row-report.ts';

export const attributions = defineRowReport({
  name: 'attributions',
  path: 'attributions',
  title: 'analysis.attribution.title',
  summary: 'Who had a part in the conversions of a period, under an attribution model',
  trend: false,
});
