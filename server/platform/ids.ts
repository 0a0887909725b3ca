import type { Clock } from './clock.ts';

/** Epoch of event ids, 2020-01-01T00:00:00Z in milliseconds since 1970: 41 bits last until 2089. */
export const EPOCH = 1_577_836_800_000;
const SEQUENCE = 1n << 12n;

/** Generator of 64-bit event ids, which sort by the time of acceptance. */
export interface Ids {
  /** Returns the next id, greater than all earlier ids of this process. */
  next(): bigint;
  /**
   * Makes all later ids greater than `id`: the clock may have gone back since an earlier run, and readers continue
   * after the last id that they know.
   */
  keepAbove(id: bigint): void;
}

/**
 * Creates the generator: 41 bits of milliseconds since {@link EPOCH}, 10 bits of worker, 12 bits of sequence. If the
 * clock does not advance, or more than 4,096 ids are needed in a millisecond, ids run ahead of the clock, because
 * order and uniqueness matter more than the time, which events have as `ts`.
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
      // Another worker's id of the same millisecond may be greater than all of this worker's, so the next id belongs
      // to a later millisecond.
      if (id >> 22n >= time) [time, sequence] = [id >> 22n, SEQUENCE - 1n];
    },
  };
};

/** Smallest possible id of an event accepted at `ms` (milliseconds since 1970). */
export const firstIdAt = (ms: number): bigint => (ms <= EPOCH ? 0n : BigInt(Math.floor(ms) - EPOCH) << 22n);

/** Time of an id, in milliseconds since 1970. */
export const timeOfId = (id: bigint): number => Number(id >> 22n) + EPOCH;
