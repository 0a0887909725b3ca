import { dayNumber, tokyoDay } from '../../platform/time.ts';

/** Fixed ad fees, spread over days. A day is its number since 1970 in Tokyo; money is 1/100 yen. */

export interface Fee {
  readonly adFee: number;
  readonly periodFrom: string | null;
  readonly periodTo: string | null;
  readonly createdAt: Date;
}

/**
 * The first and the last day of a fee. A fee without a complete period still counts: with one end it falls on
 * that day, with none on the day the ad was registered.
 */
const daysOf = ({ periodFrom, periodTo, createdAt }: Fee): readonly [number, number] => {
  const registered = tokyoDay(createdAt.getTime());
  const first = periodFrom === null ? null : dayNumber(periodFrom);
  const last = periodTo === null ? null : dayNumber(periodTo);
  const begin = first ?? last ?? registered;
  return [begin, Math.max(begin, first === null ? begin : (last ?? begin))];
};

/** The total of a fee in hundredths of a yen, its first day and its number of days. */
const spreadOf = (
  fee: Fee,
): { readonly totalHundredths: number; readonly first: number; readonly days: number } => {
  const [first, last] = daysOf(fee);
  return { totalHundredths: Math.round(fee.adFee * 100), first, days: last - first + 1 };
};

/**
 * The share of a fee that falls on the days from `from` up to but without `until`.
 *
 * Cut by cumulative rounding, so that the days of the period sum to the fee and any split of them to the
 * same.
 */
export const feeShare = (fee: Fee, from: number, until: number): bigint => {
  const { totalHundredths, first, days } = spreadOf(fee);
  if (totalHundredths === 0) return 0n;
  const upTo = (day: number) =>
    (BigInt(totalHundredths) * BigInt(Math.min(Math.max(day - first, 0), days))) / BigInt(days);
  return upTo(until) - upTo(from);
};

/**
 * Returns the share of each such day that has one, equal to `feeShare` of that day. Reports by day need
 * hundreds of days of hundreds of ads.
 */
export const eachFee = (
  fee: Fee,
  from: number,
  until: number,
  visit: (day: number, share: number) => void,
): void => {
  const { totalHundredths, first, days } = spreadOf(fee);
  const begin = Math.max(from, first);
  const [even, over] = [Math.floor(totalHundredths / days), totalHundredths % days];
  // The remainder of earlier days in fractions of a hundredth, in units of 1/`days`.
  let left = Number((BigInt(over) * BigInt(Math.max(begin - first, 0))) % BigInt(days));
  for (let day = begin; day < Math.min(until, first + days); day += 1) {
    left += over;
    const share = even + (left >= days ? 1 : 0);
    if (left >= days) left -= days;
    if (share !== 0) visit(day, share);
  }
};
