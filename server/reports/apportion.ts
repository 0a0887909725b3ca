/**
 * Whole numbers for shares that sum to a whole: each share rounded down, and what is left over given to the largest remainders, of equal ones
 * to the first.
 *
 * @param shares not negative, in parts of which `whole` make one; their sum must be a multiple of `whole`
 * @returns as many whole numbers, whose sum is that of the shares
 */
export const apportion = (shares: readonly bigint[], whole: bigint): bigint[] => {
  const parts = shares.map((share, index) => ({ index, floor: share / whole, rest: share % whole }));
  const rest = parts.reduce((sum, part) => sum + part.rest, 0n);
  if (rest % whole !== 0n) throw new RangeError('the shares do not sum to a whole');
  const raised = new Set(parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1)).slice(0, Number(rest / whole)).map(part => part.index));
  return parts.map(part => part.floor + (raised.has(part.index) ? 1n : 0n));
};
