/** The order of two values of one type, as a comparator returns it. */
export const compareValues = <Value extends number | bigint | string>(a: Value, b: Value): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
