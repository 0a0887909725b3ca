import type { Static } from '@fastify/type-provider-typebox';
import { parseAnalysisQuery, parseAxis, type AnalysisQuery } from '../../parse/analysis-query.ts';
import type { AxisNumber } from '../../parse/axes.ts';
import type { AsideQuery } from './schema.ts';

export interface ModelComparisonParameters extends AnalysisQuery {
  readonly axis: AxisNumber;
}

export const parseModelComparisonQuery = ({
  axis,
  ...rest
}: Static<typeof AsideQuery>): ModelComparisonParameters => ({
  ...parseAnalysisQuery(rest),
  axis: parseAxis(axis),
});
