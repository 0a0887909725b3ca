import { createHash } from 'node:crypto';
import type { CountingRules } from './measurement-rules.ts';
import { excludedRanges } from './excluded.ts';
import { DECAY_ROWS, UNITS } from './models.ts';

/**
 * Version of the derivation: increased when it yields other rows than before, so that older derived rows are not
 * read. `tests/laws/derivation-version.test.ts` records the declarations of the rollups by version.
 */
export const DERIVATION_VERSION = 13;

/**
 * Builds the counting rules of a product from its settings.
 *
 * @param repeatSeconds for one answer: seconds in which a contact counts as repeated
 */
export const countingRules = (
  productId: number,
  trackingTerm: number,
  excludedIps: readonly string[],
  repeatSeconds?: number,
): CountingRules => {
  const excluded = excludedRanges(excludedIps);
  const text = JSON.stringify([
    DERIVATION_VERSION,
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
