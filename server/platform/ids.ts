import type { Clock } from './clock.ts';

/** Milliseconds of 2020-01-01T00:00:00Z: event ids count from here, so that 41 bits last until 2089. */
export const EPOCH = 1_577_836_800_000;
const SEQUENCE = 1n << 12n;

/** Makes 64-bit event ids that sort by the time of acceptance. */
export interface Ids {
  /** The next id: always above every id this process gave before. */
  next(): bigint;
  /**
   * Makes every later id greater than `id`: the clock may have gone back since an earlier run gave it, and
   * readers go on from the last id that they know.
   */
  keepAbove(id: bigint): void;
}

/**
 * Event ids: 41 bits of milliseconds since {@link EPOCH}, 10 bits of worker, 12 bits of sequence.
 *
 * When the clock stands still, runs backwards, or more than 4,096 ids are wanted in a millisecond, the id
 * runs ahead of the clock
 * rather than repeat: order and uniqueness matter more than the exact millisecond, which every event carries
 * as `ts` anyway.
 *
 * @param worker 0..1023, distinct among processes that write to the same store
 */
export const createIds = (clock: Clock, worker = 0): Ids => {
  if (!Number.isInteger(worker) || worker < 0 || worker > 1023)
    throw new RangeError(`worker must be 0..1023, not ${worker}`);
  let time = 0n;
  let sequence = 0n;
  return {
    next: () => {
      const now = BigInt(clock.now() - EPOCH);
      if (now > time) [time, sequence] = [now, 0n];
      else if (++sequence === SEQUENCE) [time, sequence] = [time + 1n, 0n];
      return (time << 22n) | (BigInt(worker) << 12n) | sequence;
    },
    keepAbove: id => {
      // Another worker's bits may make an id of the same millisecond greater than all of ours, so the next id
      // is of a later one.
      if (id >> 22n >= time) [time, sequence] = [id >> 22n, SEQUENCE - 1n];
    },
  };
};

/** The smallest id that an event accepted at `ms` (milliseconds since 1970) can have. */
export const firstIdAt = (ms: number): bigint => (ms <= EPOCH ? 0n : BigInt(Math.floor(ms) - EPOCH) << 22n);

/** The milliseconds since 1970 that an id carries. */
export const timeOfId = (id: bigint): number => Number(id >> 22n) + EPOCH;
