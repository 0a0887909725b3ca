/**
 * How often one page asks at most: its own tries, those of a page that goes on for it, and what it has to
 * report.
 */
export const MAX_REQUESTS_PER_PAGE = 20;

/**
 * Counts how often each conversion's tags were asked for, so that nobody keeps the store busy with one token.
 */
export interface Asks {
  /** Whether it may be asked for once more at `now`, milliseconds since 1970. */
  allow(conversionId: bigint, now: number): boolean;
}

/**
 * Keeps two generations and drops the older when a token's life is over: memory holds the conversions of two
 * lives, whatever comes.
 */
export const createAsks = (lifeMs: number): Asks => {
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
