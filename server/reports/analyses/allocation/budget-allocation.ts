import { apportion } from '../../shape/largest-remainder.ts';

/** Sharing a budget over ads and adjusting the shares: pure, in whole yen. */

/**
 * A pool shared in proportion to a basis, by largest remainder: the shares sum to the pool, of equal
 * remainders the first gets the yen.
 *
 * @param basis not below zero; null is answered where all of it is zero: the pool stays as it is
 */
export const allot = (pool: bigint, basis: readonly bigint[]): bigint[] | null => {
  const sum = basis.reduce((a, b) => a + b, 0n);
  return sum === 0n
    ? null
    : apportion(
        basis.map(part => pool * part),
        sum,
      );
};

/** What is done to a share: so many percent (in 1/100 percent) or so many yen, more or less. */
export type Adjustment =
  | { readonly unit: 'percent'; readonly hundredths: bigint }
  | { readonly unit: 'yen'; readonly yen: bigint };

/** A share after its adjustment: percent are rounded half up to the yen, and no share falls below zero. */
export const adjusted = (share: bigint, adjustment: Adjustment | undefined): bigint => {
  if (adjustment === undefined) return share;
  const moved =
    adjustment.unit === 'yen'
      ? share + adjustment.yen
      : (2n * share * (10_000n + adjustment.hundredths) + 10_000n) / 20_000n;
  return moved < 0n ? 0n : moved;
};

const ONE = String.raw`\d{1,10}:(?:1:[+-]?\d{1,12}(?:\.\d{1,2})?|2:[+-]?\d{1,12})`;
/** How adjustments are spelt; the console reads them by it. */
export const ADJUSTMENTS = `^(?:${ONE}(?:,${ONE})*)?$`;
const SPELT = new RegExp(ADJUSTMENTS, 'u');

/**
 * Reads `adId:1:percent` and `adId:2:yen`, separated by commas: the adjustments by ad. Percent have up to two
 * decimals, yen none.
 *
 * @returns null: this cannot be read, or names an ad twice
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
