import { defineAnalysis } from '../analysis.ts';
import { parseReportQuery } from '../row-report/query.ts';
import { computeWhatIf } from './compute.ts';
import { whatIfFile } from './download.ts';
import { WhatIf, whatIfComponents, WhatIfQuery } from './schema.ts';

export const whatIf = defineAnalysis({
  path: 'what_if',
  summary: 'What-if report: a report under other rules, compared with the current rules',
  query: WhatIfQuery,
  answer: WhatIf,
  components: whatIfComponents,
  compute: (parts, viewer, query, options) => computeWhatIf(parts, viewer, parseReportQuery(query), options),
  file: whatIfFile,
});
