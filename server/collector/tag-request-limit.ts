/**
 * Maximum number of requests of one page: its own attempts, those of a page that continues for it, and its
 * reports.
 */
export const MAX_REQUESTS_PER_PAGE = 20;

/**
 * Counts the requests for each conversion's tags, so that a single token cannot overload the store.
 */
export interface TagRequestLimit {
  /** Whether one more request is allowed at `now`, milliseconds since 1970. */
  allow(conversionId: bigint, now: number): boolean;
}

/**
 * Stores two generations and drops the older after a token's lifetime, so memory is limited to the
 * conversions of two lifetimes.
 */
export const createTagRequestLimit = (lifeMs: number): TagRequestLimit => {
  let young = new Map<bigint, number>();
  let old = new Map<bigint, number>();
  let turned = 0;
  return {
    allow: (conversionId, now) => {
      if (Math.abs(now - turned) >= lifeMs) [old, young, turned] = [young, new Map(), now];
      const count = (young.get(conversionId) ?? old.get(conversionId) ?? 0) + 1;
      if (count <= MAX_REQUESTS_PER_PAGE) young.set(conversionId, count);
      return count <= MAX_REQUESTS_PER_PAGE;
    },
  };
};
