import { open, type FileHandle } from 'node:fs/promises';
import type { Pool } from 'pg';

/**
 * Points at which a process kills itself while it stores a claimed conversion: after the claim and before the
 * event is written; after the event is durable and before the answer; after the claim is confirmed.
 */
export const KILL_POINTS = ['claimed', 'journaled', 'confirmed'] as const;

/** The number of passes before the process kills itself. */
const PASSES = 1 + Math.floor(Math.random() * 20);

const killPoint = (isActive: boolean) => {
  let passed = 0;
  return (): void => {
    if (isActive && ++passed > PASSES) process.kill(process.pid, 'SIGKILL');
  };
};

const isClaimed = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('"claim_id":');

/** Opens the journal's files. The process kills itself before or after it writes a claimed conversion. */
export const killingOpen = (point: string | undefined): typeof open => {
  const before = killPoint(point === 'claimed');
  const after = killPoint(point === 'journaled');
  return async (...args) => {
    const handle = await open(...args);
    const write = handle.write.bind(handle) as (
      bytes: Uint8Array,
      at: number,
    ) => ReturnType<FileHandle['write']>;
    handle.write = (async (bytes: Uint8Array, at: number) => {
      const holdsClaim = isClaimed(bytes);
      if (holdsClaim) before();
      const written = await write(bytes, at);
      if (holdsClaim) after();
      return written;
    }) as typeof handle.write;
    return handle;
  };
};

/** Makes the process kill itself after PostgreSQL has stored confirmed claims. */
export const killWhenConfirmed = (pool: Pool, point: string | undefined): void => {
  const kill = killPoint(point === 'confirmed');
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  pool.query = (async (...args: unknown[]) => {
    const answer = await query(...args);
    const text = typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text;
    if (text.includes('update "conversion_claim" set conversion_id')) kill();
    return answer;
  }) as typeof pool.query;
};
