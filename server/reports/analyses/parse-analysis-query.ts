import type { Static } from '@fastify/type-provider-typebox';
import type { AllocationQuestion } from './allocation/allocation.ts';
import { AXES, type AxisNumber } from '../parse/axes.ts';
import type { CvInfoQuestion } from './cv-info/cv-info.ts';
import type { AllocationQuery, CvInfoQuery, LpoQuery } from './analysis-schemas.ts';
import type { AnalysisQuery } from './analysis.ts';
import type { LpoQuestion } from './landing-pages/landing-pages.ts';

/** From queries as addresses have them to questions of the further analyses. */

interface AnalysisParams {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly where?: string;
}

/** The part of a query that all analyses share. */
export const analysisQueryOf = ({ product_id, from, to, where }: AnalysisParams): AnalysisQuery => ({
  productId: product_id,
  from,
  to,
  ...(where !== undefined && { where }),
});
/** The axis over ads that a query names, else the ads. */
export const axisAsked = (axis: number | undefined): AxisNumber => AXES.find(known => known === axis) ?? 1;

export const cvInfoQuestionOf = ({
  cv_type,
  after,
  limit,
  ...rest
}: Static<typeof CvInfoQuery>): CvInfoQuestion => ({
  ...analysisQueryOf(rest),
  ...(cv_type !== undefined && { cvType: cv_type }),
  ...(after !== undefined && { after }),
  ...(limit !== undefined && { limit }),
});
export const lpoQuestionOf = ({ model, ...rest }: Static<typeof LpoQuery>): LpoQuestion => ({
  ...analysisQueryOf(rest),
  ...(model !== undefined && { model }),
});
export const allocationQuestionOf = ({
  mode,
  pool,
  adjust,
  model,
  ...rest
}: Static<typeof AllocationQuery>): AllocationQuestion => ({
  ...analysisQueryOf(rest),
  ...(mode !== undefined && { mode }),
  ...(pool !== undefined && { pool }),
  ...(adjust !== undefined && { adjust }),
  ...(model !== undefined && { model }),
});
