import type { Static } from '@fastify/type-provider-typebox';
import { parseAnalysisQuery, type AnalysisQuery } from '../../parse/analysis-query.ts';
import type { CvInfoQuery } from './schema.ts';

/** Filters by ads: only conversions whose path has a contact of one of them. */
export interface CvInfoParameters extends AnalysisQuery {
  readonly cvType?: number;
  readonly ordering?: string;
  readonly after?: string;
  readonly limit?: number;
}

export const parseCvInfoQuery = ({
  cv_type,
  ordering,
  after,
  limit,
  ...rest
}: Static<typeof CvInfoQuery>): CvInfoParameters => ({
  ...parseAnalysisQuery(rest),
  ...(cv_type !== undefined && { cvType: cv_type }),
  ...(ordering !== undefined && { ordering }),
  ...(after !== undefined && { after }),
  ...(limit !== undefined && { limit }),
});
