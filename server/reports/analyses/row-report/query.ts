import type { Static } from '@fastify/type-provider-typebox';
import { METRICS } from '../../../attribution/metrics.ts';
import { AXES, CUSTOM } from '../../parse/axes.ts';
import { parseBaseQuery, withoutUndefined } from '../../parse/parse-query.ts';
import type { ReportParameters } from '../../parse/query.ts';
import type { ReportQuery } from './schema.ts';

/** The report query of an address query, for all metrics. */
export const parseReportQuery = ({
  axis = 1,
  axes,
  model,
  evaluation,
  ...query
}: Static<typeof ReportQuery>): ReportParameters => ({
  ...parseBaseQuery(query),
  axis: AXES.find(known => known === axis) ?? CUSTOM,
  metrics: METRICS,
  ...withoutUndefined({ axes, model, evaluation }),
});
