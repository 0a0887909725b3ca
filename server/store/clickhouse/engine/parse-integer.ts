/** Of thousands of rows with dozens of numbers most are small: these are made once. */
const SMALL = Array.from({ length: 1024 }, (_, number) => BigInt(number));
/** So many digits a double holds, whatever they are. */
const EXACT = 15;

const ofNumber = (number: number): bigint => (number >= 0 && number < SMALL.length ? SMALL[number]! : BigInt(number));

/** A whole number as the engine tells it; none is 0. */
export const whole = (told: string | number | undefined): bigint => {
  if (typeof told === 'number') return ofNumber(told);
  if (told === undefined) return 0n;
  return told.length > EXACT ? BigInt(told) : ofNumber(Number(told));
};
