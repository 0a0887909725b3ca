/** Most figures of an answer are small, so their bigints are shared. */
const SMALL = Array.from({ length: 1024 }, (_, number) => BigInt(number));
/** Number of decimal digits that a double represents exactly. */
const EXACT = 15;

const ofNumber = (number: number): bigint =>
  number >= 0 && number < SMALL.length ? SMALL[number]! : BigInt(number);

/** Parses an integer of a ClickHouse answer; undefined is 0. */
export const parseInteger = (value: string | number | undefined): bigint => {
  if (typeof value === 'number') return ofNumber(value);
  if (value === undefined) return 0n;
  return value.length > EXACT ? BigInt(value) : ofNumber(Number(value));
};
