/** Shares rounded down, and the remainders of those that are not whole: most have none. */
const roundDown = (shares: readonly bigint[], amount: bigint) => {
  const floors = shares.map(share => share / amount);
  const remainders = shares.flatMap((share, index) => {
    const remainder = share - (floors[index] ?? 0n) * amount;
    return remainder === 0n ? [] : [{ index, remainder }];
  });
  return { floors, remainders, remainderSum: remainders.reduce((sum, { remainder }) => sum + remainder, 0n) };
};

/** Adds one to the `count` shares with the largest remainders, of equal ones to the first. */
const raiseLargest = ({ floors, remainders }: ReturnType<typeof roundDown>, count: bigint): bigint[] => {
  const order = remainders.toSorted((a, b) => {
    if (a.remainder === b.remainder) return a.index - b.index;
    return a.remainder > b.remainder ? -1 : 1;
  });
  const raised = [...floors];
  for (const { index } of order.slice(0, Number(count))) raised[index] = (raised[index] ?? 0n) + 1n;
  return raised;
};

/**
 * Integers for shares that sum to an integer: each share is rounded down, and the rest goes to the largest
 * remainders, of equal ones to the first.
 *
 * @param shares not negative, in parts of which `whole` make one; their sum must be a multiple of `whole`
 * @returns as many integers, whose sum is that of the shares
 */
export const apportion = (shares: readonly bigint[], amount: bigint): bigint[] => {
  const rounded = roundDown(shares, amount);
  if (rounded.remainderSum % amount !== 0n) throw new RangeError('the shares do not sum to a whole');
  return raiseLargest(rounded, rounded.remainderSum / amount);
};

/**
 * Integers for shares by largest remainder, with a given sum.
 *
 * @param shares not negative, in parts of which `whole` make one; not all zero unless `total` is
 * @param total the sum of the result; shares with another sum are scaled to it first
 */
export const apportionTo = (shares: readonly bigint[], amount: bigint, total: bigint): bigint[] => {
  const rounded = roundDown(shares, amount);
  const count = total - rounded.floors.reduce((sum, floor) => sum + floor, 0n);
  const difference = count * amount - rounded.remainderSum;
  if (difference > -amount && difference < amount) return raiseLargest(rounded, count);
  return apportion(
    shares.map(share => share * total),
    shares.reduce((sum, share) => sum + share, 0n),
  );
};
