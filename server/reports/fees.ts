/** Fixed ad fees, spread over days. A day is its number since 1970 in Tokyo; money is 1/100 yen. */

export interface Fee { readonly adFee: number; readonly periodFrom: string | null; readonly periodTo: string | null; readonly createdAt: Date }

const DAY = 86_400_000;
const TOKYO = 9 * 3_600_000;

/** The number of a day written `yyyy-MM-dd`. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY;

/**
 * The first and the last day that a fee is for. A fee is never lost for want of a period: with one end it is all on that day, with none on the day
 * the ad was registered.
 */
const daysOf = ({ periodFrom, periodTo, createdAt }: Fee): readonly [number, number] => {
  const registered = Math.floor((createdAt.getTime() + TOKYO) / DAY);
  const first = periodFrom === null ? null : dayNumber(periodFrom);
  const last = periodTo === null ? null : dayNumber(periodTo);
  const begin = first ?? last ?? registered;
  return [begin, Math.max(begin, first === null ? begin : last ?? begin)];
};

/**
 * The share of a fee that falls on the days from `from` up to but without `until`.
 *
 * Cut by cumulative rounding, so that the days of the period sum to the fee and any split of them to the same.
 */
export const feeShare = (fee: Fee, from: number, until: number): bigint => {
  const whole = BigInt(Math.round(fee.adFee * 100));
  if (whole === 0n) return 0n;
  const [first, last] = daysOf(fee);
  const days = last - first + 1;
  const upTo = (day: number) => (whole * BigInt(Math.min(Math.max(day - first, 0), days))) / BigInt(days);
  return upTo(until) - upTo(from);
};
