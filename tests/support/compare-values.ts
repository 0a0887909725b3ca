/** Compares two values of the same type, for use as a comparator. */
export const compareValues = <Value extends number | bigint | string>(a: Value, b: Value): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
