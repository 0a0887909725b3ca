/**
 * `npm run test:long` multiplies the random examples, rounds and walks of the tests, and their time limits.
 */
const LONG_FACTOR = 25;

export const isLong = process.env['TEST_LONG'] === '1';

/** The number of examples or rounds; `short` applies to `npm test`. */
export const runs = (short: number): number => (isLong ? short * LONG_FACTOR : short);

/**
 * Cases that take the same way, such as two widths of a window: `npm test` takes the first one, the long form all.
 */
export const either = <const Cases extends readonly [unknown, ...unknown[]]>(
  ...cases: Cases
): [Cases[0], ...Cases[number][]] => [cases[0], ...(isLong ? cases.slice(1) : [])];

/** The time limit in ms of a test whose examples are multiplied by `runs`. */
export const limit = (shortMs: number): number => (isLong ? shortMs * LONG_FACTOR : shortMs);
