import type { Static } from '@fastify/type-provider-typebox';
import { parseAnalysisQuery, parseAxis, type AnalysisQuery } from '../../parse/analysis-query.ts';
import type { AxisNumber } from '../../parse/axes.ts';
import type { ModelComparisonQuery } from './schema.ts';

export interface ModelComparisonParameters extends AnalysisQuery {
  readonly axis: AxisNumber;
}

export const parseModelComparisonQuery = ({
  axis,
  ...rest
}: Static<typeof ModelComparisonQuery>): ModelComparisonParameters => ({
  ...parseAnalysisQuery(rest),
  axis: parseAxis(axis),
});
