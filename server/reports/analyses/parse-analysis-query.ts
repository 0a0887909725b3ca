import type { Static } from '@fastify/type-provider-typebox';
import type { AllocationParameters } from './allocation/allocation.ts';
import { AXES, type AxisNumber } from '../parse/axes.ts';
import type { CvInfoParameters } from './cv-info/cv-info.ts';
import type { AllocationQuery, CvInfoQuery, LpoQuery } from './analysis-schemas.ts';
import type { AnalysisQuery } from './analysis.ts';
import type { LpoParameters } from './landing-pages/landing-pages.ts';

/** Parses address queries into queries of the analyses. */

interface AnalysisParams {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly where?: string;
}

/** The query fields that all analyses share. */
export const analysisQueryOf = ({ product_id, from, to, where }: AnalysisParams): AnalysisQuery => ({
  productId: product_id,
  from,
  to,
  ...(where !== undefined && { where }),
});
/** The axis over ads that a query names; default: ads. */
export const axisAsked = (axis: number | undefined): AxisNumber => AXES.find(known => known === axis) ?? 1;

export const cvInfoParametersOf = ({
  cv_type,
  after,
  limit,
  ...rest
}: Static<typeof CvInfoQuery>): CvInfoParameters => ({
  ...analysisQueryOf(rest),
  ...(cv_type !== undefined && { cvType: cv_type }),
  ...(after !== undefined && { after }),
  ...(limit !== undefined && { limit }),
});
export const lpoParametersOf = ({ model, ...rest }: Static<typeof LpoQuery>): LpoParameters => ({
  ...analysisQueryOf(rest),
  ...(model !== undefined && { model }),
});
export const allocationParametersOf = ({
  mode,
  pool,
  adjust,
  model,
  ...rest
}: Static<typeof AllocationQuery>): AllocationParameters => ({
  ...analysisQueryOf(rest),
  ...(mode !== undefined && { mode }),
  ...(pool !== undefined && { pool }),
  ...(adjust !== undefined && { adjust }),
  ...(model !== undefined && { model }),
});
