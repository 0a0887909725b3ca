/**
 * `npm run test:long`: the same tests with many times as many random examples, rounds and walks, and as much
 * more time.
 */
const LONG_FACTOR = 25;

export const isLong = process.env['TEST_LONG'] === '1';

/** How many examples or rounds to try: `short` in `npm test`. */
export const runs = (short: number): number => (isLong ? short * LONG_FACTOR : short);

/** The time limit in ms of a test whose examples `runs` multiplies. */
export const limit = (shortMs: number): number => (isLong ? shortMs * LONG_FACTOR : shortMs);
