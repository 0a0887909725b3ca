import type { Static } from '@fastify/type-provider-typebox';
import { parseAnalysisQuery, type AnalysisQuery } from '../../parse/analysis-query.ts';
import type { AllocationQuery } from './schema.ts';

export interface AllocationParameters extends AnalysisQuery {
  /**
   * Basis code: 1 CV share, 2 sales share, 3 share of the ads' registered costs. Default: the product's
   * setting.
   */
  readonly mode?: number;
  /** Whole yen. Default: the ad cost of the period, rounded. */
  readonly pool?: number;
  /** `adId:1:percent,adId:2:yen`. */
  readonly adjust?: string;
  readonly model?: number;
}

export const parseAllocationQuery = ({
  mode,
  pool,
  adjust,
  model,
  ...rest
}: Static<typeof AllocationQuery>): AllocationParameters => ({
  ...parseAnalysisQuery(rest),
  ...(mode !== undefined && { mode }),
  ...(pool !== undefined && { pool }),
  ...(adjust !== undefined && { adjust }),
  ...(model !== undefined && { model }),
});
