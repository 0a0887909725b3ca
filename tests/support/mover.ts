import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Dependencies } from '../../server/dependencies.ts';
import { childProgram } from './child.ts';

/** What a process of `mover-child` does, on which stores, and at which statement it kills itself. */
export interface MoverTask {
  readonly databaseUrl: string;
  /** The socket of the engine, and the databases that are the slices. */
  readonly clickhouse: string;
  readonly databases: { readonly default: string; readonly east: string };
  readonly work: 'move' | 'remove';
  readonly product: number;
  /** `during`: the statement was sent, and may have any outcome. */
  readonly when: 'before' | 'during';
  /** The number of the statement, from 1, among those that contain a text; 0: the process is not killed. */
  readonly statement: number;
  readonly containing?: string;
}

/**
 * Runs a process that moves a product.
 *
 * @returns whether it completed its work; false: it killed itself
 * @throws {Error} it failed
 */
export const runMover = async ({ db }: Pick<Dependencies, 'db'>, task: MoverTask): Promise<boolean> => {
  // PostgreSQL releases the locks of a killed process when it notices that the connection is closed.
  await expect
    .poll(
      async () => {
        const { rows } = await db.execute<{ n: string }>(
          sql`select count(*) as n from pg_stat_activity where datname = current_database() and application_name = 'mover'`,
        );
        return Number(rows[0]?.n);
      },
      { interval: 20 },
    )
    .toBe(0);
  const mover = await childProgram('mover-child');
  return promisify(execFile)(process.execPath, [mover, JSON.stringify(task)]).then(
    () => true,
    (error: { readonly signal?: string; readonly stderr?: string }) => {
      if (error.signal === 'SIGKILL') return false;
      throw new Error(`the move failed at statement ${task.statement} (${task.when}):\n${error.stderr}`);
    },
  );
};
