import type { Static } from '@fastify/type-provider-typebox';
import { parseAnalysisQuery, parseAxis, type AnalysisQuery } from '../../parse/analysis-query.ts';
import type { AxisNumber } from '../../parse/axes.ts';
import type { JourneyQuery } from './schema.ts';

export interface JourneyParameters extends AnalysisQuery {
  readonly axis: AxisNumber;
  /** Consecutive contacts of the same row are one step. */
  readonly fold: boolean;
  /** Least number of steps of a path in the list. */
  readonly minLength: number;
  /** Number of paths that the answer lists individually. */
  readonly limit: number;
  /** Number of rows that the flow distinguishes. */
  readonly nodes: number;
}

export const parseJourneyQuery = ({
  axis,
  fold = false,
  length_from: minLength = 1,
  limit = 20,
  nodes = 15,
  ...rest
}: Static<typeof JourneyQuery>): JourneyParameters => ({
  ...parseAnalysisQuery(rest),
  axis: parseAxis(axis),
  fold,
  minLength,
  limit,
  nodes,
});
