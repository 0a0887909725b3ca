/**
 * `npm run test:long` multiplies the random examples, rounds and walks of the tests, and their time limits.
 */
const LONG_FACTOR = 25;

export const isLong = process.env['TEST_LONG'] === '1';

/** The number of examples or rounds; `short` applies to `npm test`. */
export const runs = (short: number): number => (isLong ? short * LONG_FACTOR : short);

/** The time limit in ms of a test whose examples are multiplied by `runs`. */
export const limit = (shortMs: number): number => (isLong ? shortMs * LONG_FACTOR : shortMs);
