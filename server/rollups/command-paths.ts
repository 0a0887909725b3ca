import type { Slice } from '../slices/slices.ts';
import { readCollectorProgress } from '../store/postgres/tracking/collectors.ts';
import { createPaths, type DeriverParts, type Paths } from './deriver.ts';

/** No collector has this number: a command accepts no events. */
const NO_COLLECTOR = -1;

/**
 * Creates the paths of a slice in a process without a collector. They follow what all collectors have loaded: rollups with
 * later events would be passed by those of a slower collector, and reports would read the events until they are made again.
 */
export const createCommandPaths = (
  parts: Omit<DeriverParts, 'columnar' | 'slice' | 'completeUpTo'>,
  { name, columnar }: Slice,
): Paths =>
  createPaths({
    ...parts,
    columnar,
    slice: name,
    completeUpTo: async slice => {
      const { slowest } = await readCollectorProgress(parts.db, [slice], NO_COLLECTOR, '');
      const last = slowest.get(slice);
      return last === undefined ? null : BigInt(last.lowWatermark);
    },
  });
