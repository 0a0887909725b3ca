import { totalmem } from 'node:os';

/** Bounds of memory: of the embedded engine as a whole, and of each query of ours, whoever answers it. */

const MiB = 1024 * 1024;

/** In bytes. */
export interface Memory {
  readonly engine: number;
  readonly query: number;
}

/**
 * @param megabytes of the engine; null: two fifths of what the machine or the container has, from 1 to 8 GB
 */
export const memoryOf = (megabytes: number | null): Memory => {
  const available = Math.min(totalmem(), process.constrainedMemory?.() || Infinity);
  const engine =
    megabytes === null
      ? Math.round(Math.min(Math.max(available * 0.4, 1024 * MiB), 8192 * MiB))
      : megabytes * MiB;
  return { engine, query: Math.round(engine / 2) };
};

/**
 * The settings that keep a query within its memory. Groups and joins that outgrow an eighth of it go to disk,
 * sorts at half of that: each thread of each sort holds
 * so much twice while it writes, and a question may sort twice. A large question, or several at once, take
 * longer rather than fail.
 */
export const memoryBounds = ({ query }: Pick<Memory, 'query'>) => {
  const spill = Math.floor(query / 8);
  return {
    max_memory_usage: String(query),
    max_bytes_before_external_group_by: String(spill),
    max_bytes_before_external_sort: String(Math.floor(spill / 2)),
    join_algorithm: 'grace_hash,hash' as 'grace_hash',
    max_bytes_in_join: String(spill), // the second for what the first cannot do; the client's type knows only one
  };
};
