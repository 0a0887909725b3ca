import type { Slice } from '../slices/slices.ts';
import { readSlowestCollector } from '../store/postgres/tracking/collectors.ts';
import { createDeriver, type Deriver } from './deriver.ts';
import type { DeriverDependencies } from './stale-products.ts';

/**
 * Creates the deriver of a slice in a process without a collector. It follows what all collectors have loaded: rollups with
 * later events would be passed by those of a slower collector, and reports would read the events until they are made again.
 */
export const createCommandDeriver = (
  parts: Omit<DeriverDependencies, 'columnar' | 'slice' | 'completeUpTo'>,
  { name, columnar }: Slice,
): Deriver =>
  createDeriver({
    ...parts,
    columnar,
    slice: name,
    completeUpTo: async slice => {
      const last = await readSlowestCollector(parts.db, slice);
      return last === null ? null : BigInt(last.lowWatermark);
    },
  });
