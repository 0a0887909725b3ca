/** Of thousands of rows with dozens of numbers most are small: these are made once. */
const SMALL = Array.from({ length: 1024 }, (_, number) => BigInt(number));
/** So many digits a double holds, whatever they are. */
const EXACT = 15;

const ofNumber = (number: number): bigint =>
  number >= 0 && number < SMALL.length ? SMALL[number]! : BigInt(number);

/** Parses an integer of an answer of ClickHouse; undefined is 0. */
export const parseInteger = (value: string | number | undefined): bigint => {
  if (typeof value === 'number') return ofNumber(value);
  if (value === undefined) return 0n;
  return value.length > EXACT ? BigInt(value) : ofNumber(Number(value));
};
