import { totalmem } from 'node:os';

/** Memory limits of the embedded engine, and of each query on any server. */

const MiB = 1024 * 1024;

/** In bytes. */
export interface Memory {
  readonly engine: number;
  readonly query: number;
}

/** @param megabytes limit of the engine; null: 40% of the memory of the machine or container, between 1 and 8 GB */
export const memoryOf = (megabytes: number | null): Memory => {
  const available = Math.min(totalmem(), process.constrainedMemory?.() || Infinity);
  const engine =
    megabytes === null
      ? Math.round(Math.min(Math.max(available * 0.4, 1024 * MiB), 8192 * MiB))
      : megabytes * MiB;
  return { engine, query: Math.round(engine / 2) };
};

/**
 * Settings that keep a query within its memory. Groups and joins above an eighth of it spill to disk, sorts above a
 * sixteenth: each thread of a sort needs twice that while writing, and a query may sort twice. Large or concurrent
 * queries then take longer instead of failing.
 */
export const memoryBounds = ({ query }: Pick<Memory, 'query'>) => {
  const spill = Math.floor(query / 8);
  return {
    max_memory_usage: String(query),
    max_bytes_before_external_group_by: String(spill),
    max_bytes_before_external_sort: String(Math.floor(spill / 2)),
    // `hash` for joins that grace_hash does not support; the client's type allows one value.
    join_algorithm: 'grace_hash,hash' as 'grace_hash',
    max_bytes_in_join: String(spill),
  };
};
