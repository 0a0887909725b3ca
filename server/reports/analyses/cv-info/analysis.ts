import { defineAnalysis } from '../analysis.ts';
import { readCvInfo } from './compute.ts';
import { cvInfoFile } from './download.ts';
import { parseCvInfoQuery } from './query.ts';
import { cvInfoComponents, CvInfoPage, CvInfoQuery } from './schema.ts';

export const cvInfo = defineAnalysis({
  path: 'cv_info',
  summary: 'List of conversions with their paths, newest first',
  query: CvInfoQuery,
  answer: CvInfoPage,
  components: cvInfoComponents,
  compute: (parts, viewer, query, options) => readCvInfo(parts, viewer, parseCvInfoQuery(query), options),
  file: cvInfoFile,
});
