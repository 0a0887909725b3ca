import { and, inArray, type SQL } from 'drizzle-orm';
import { result } from '../schema/index.ts';

/** Results that a viewer may see, of all products of the company unless limited. */
export interface ResultReach {
  readonly companyId: number;
  /** Ads whose results are visible; undefined: all ads, and results without an ad. */
  readonly adIds?: readonly number[] | undefined;
  /** Products whose results are visible; undefined: all. */
  readonly productIds?: readonly number[] | undefined;
}

/** Restricts results to the ads and products of a reach; undefined: no restriction. */
export const isInReach = ({ adIds, productIds }: ResultReach): SQL | undefined =>
  and(
    adIds === undefined ? undefined : inArray(result.cvAdId, [...adIds]),
    productIds === undefined ? undefined : inArray(result.productId, [...productIds]),
  );
