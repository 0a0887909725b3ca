import { defineAnalysis } from '../analysis.ts';
import { computeLandingPages } from './compute.ts';
import { landingPageFile } from './download.ts';
import { parseLandingPageQuery } from './query.ts';
import { landingPageComponents, Lpo, LpoQuery } from './schema.ts';

export const landingPages = defineAnalysis({
  path: 'lpo_analysis',
  summary: 'Conversion rates of landing pages, with a significance test against the best other page',
  query: LpoQuery,
  answer: Lpo,
  components: landingPageComponents,
  compute: (parts, viewer, query, options) =>
    computeLandingPages(parts, viewer, parseLandingPageQuery(query), options),
  file: landingPageFile,
});
