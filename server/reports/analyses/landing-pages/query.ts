import type { Static } from '@fastify/type-provider-typebox';
import { parseAnalysisQuery, type AnalysisQuery } from '../../parse/analysis-query.ts';
import type { LpoQuery } from './schema.ts';

export interface LandingPageParameters extends AnalysisQuery {
  /** 1..5; default: the product's. */
  readonly model?: number;
}

export const parseLandingPageQuery = ({
  model,
  ...rest
}: Static<typeof LpoQuery>): LandingPageParameters => ({
  ...parseAnalysisQuery(rest),
  ...(model !== undefined && { model }),
});
