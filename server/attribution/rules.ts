import { createHash } from 'node:crypto';
import type { CountingRules } from './measurement-rules.ts';
import { excludedRanges } from './excluded.ts';
import { DECAY_ROWS, UNITS } from './models.ts';

/** Raised when derived rows made by earlier programs say something else than ours would. */
const MAKING = 12;

/**
 * The rules under which a product's events are counted now, from its settings.
 *
 * @param repeatSeconds judges repeats anew, for one answer
 */
export const countingRules = (
  productId: number,
  trackingTerm: number,
  excludedIps: readonly string[],
  repeatSeconds?: number,
): CountingRules => {
  const excluded = excludedRanges(excludedIps);
  const text = JSON.stringify([
    MAKING,
    UNITS,
    DECAY_ROWS,
    trackingTerm,
    excluded.map(({ first, last }) => [first, last]),
    ...(repeatSeconds === undefined ? [] : [repeatSeconds]),
  ]);
  return {
    productId,
    trackingTerm,
    excluded,
    fingerprint: createHash('sha256').update(text).digest().readBigUInt64BE().toString(),
    ...(repeatSeconds !== undefined && { repeatMs: repeatSeconds * 1000 }),
  };
};
