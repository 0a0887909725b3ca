/**
 * Whole numbers for shares that sum to a whole: each share rounded down, and what is left over given to the largest remainders, of equal ones
 * to the first.
 *
 * @param shares not negative, in parts of which `whole` make one; their sum must be a multiple of `whole`
 * @returns as many whole numbers, whose sum is that of the shares
 */
export const apportion = (shares: readonly bigint[], whole: bigint): bigint[] => {
  const floors = shares.map(share => share / whole);
  // Only what has a remainder may get of what is left over, and most have none.
  const rests = shares.flatMap((share, index) => {
    const rest = share - (floors[index] ?? 0n) * whole;
    return rest === 0n ? [] : [{ index, rest }];
  });
  const left = rests.reduce((sum, { rest }) => sum + rest, 0n);
  if (left % whole !== 0n) throw new RangeError('the shares do not sum to a whole');
  const raised = rests.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1)).slice(0, Number(left / whole));
  for (const { index } of raised) floors[index] = (floors[index] ?? 0n) + 1n;
  return floors;
};
