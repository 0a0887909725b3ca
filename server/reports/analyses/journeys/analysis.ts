import { defineAnalysis } from '../analysis.ts';
import { computeJourneys } from './compute.ts';
import { journeyFile } from './download.ts';
import { parseJourneyQuery } from './query.ts';
import { ConversionPaths, journeyComponents, JourneyQuery } from './schema.ts';

export const journeys = defineAnalysis({
  path: 'paths',
  summary: 'Paths of visitors to conversions, and transitions between steps',
  query: JourneyQuery,
  answer: ConversionPaths,
  components: journeyComponents,
  compute: (parts, viewer, query, options) =>
    computeJourneys(parts, viewer, parseJourneyQuery(query), options),
  file: journeyFile,
});
