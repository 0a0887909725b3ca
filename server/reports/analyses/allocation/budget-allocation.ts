import { apportion } from '../../../attribution/largest-remainder.ts';

/** Allocation of a budget over ads and adjustment of the shares: pure, in whole yen. */

/**
 * Divides a pool in proportion to a basis by largest remainder: the shares sum to the pool, and of equal
 * remainders the first receives the yen.
 *
 * @param basis not below zero
 * @returns null where the basis is zero everywhere: the pool then stays as it is
 */
export const allocateBudget = (pool: bigint, basis: readonly bigint[]): bigint[] | null => {
  const sum = basis.reduce((a, b) => a + b, 0n);
  return sum === 0n
    ? null
    : apportion(
        basis.map(part => pool * part),
        sum,
      );
};

/** The change of a share: a percentage (in 1/100 percent) or an amount in yen, positive or negative. */
export type Adjustment =
  | { readonly unit: 'percent'; readonly hundredths: bigint }
  | { readonly unit: 'yen'; readonly yen: bigint };

/** A share after its adjustment: percentages round half up to the yen, and no share falls below zero. */
export const adjusted = (share: bigint, adjustment: Adjustment | undefined): bigint => {
  if (adjustment === undefined) return share;
  const moved =
    adjustment.unit === 'yen'
      ? share + adjustment.yen
      : (2n * share * (10_000n + adjustment.hundredths) + 10_000n) / 20_000n;
  return moved < 0n ? 0n : moved;
};

const ONE = String.raw`\d{1,10}:(?:1:[+-]?\d{1,12}(?:\.\d{1,2})?|2:[+-]?\d{1,12})`;
/** The syntax of adjustments; the console parses them with it. */
export const ADJUSTMENTS = `^(?:${ONE}(?:,${ONE})*)?$`;
const SPELT = new RegExp(ADJUSTMENTS, 'u');

/**
 * Parses `adId:1:percent` and `adId:2:yen`, separated by commas, into adjustments by ad. Percentages have up
 * to two decimals, yen none.
 *
 * @returns null where the text is malformed or names an ad twice
 */
export const readAdjustments = (text: string): ReadonlyMap<number, Adjustment> | null => {
  if (!SPELT.test(text)) return null;
  const found = new Map<number, Adjustment>();
  for (const one of text.split(',').filter(part => part !== '')) {
    const [ad = '', unit, value = ''] = one.split(':');
    if (found.has(Number(ad))) return null;
    found.set(
      Number(ad),
      unit === '1'
        ? { unit: 'percent', hundredths: BigInt(Math.round(Number(value) * 100)) }
        : { unit: 'yen', yen: BigInt(value.replace('+', '')) },
    );
  }
  return found;
};
