import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Dependencies } from '../../server/dependencies.ts';
import { maintain } from './maintain.ts';
import { one } from './tenants.ts';

/** Faults of a suite's own PostgreSQL database. */
export interface DatabaseFaults {
  readonly name: string;
  /**
   * Turns notifications of changed settings on or off. Off acts like a pooler that lends a connection for one
   * transaction: LISTEN succeeds, but no notification arrives.
   */
  notify(notifies: boolean): Promise<void>;
  /** Ends all connections, as a restart of the server does. */
  disconnect(): Promise<void>;
  /** Allows or refuses connections; refusing also ends the open ones. */
  reach(reachable: boolean): Promise<void>;
}

export const openDatabaseFaults = async ({
  db,
  settings,
}: Pick<Dependencies, 'db' | 'settings'>): Promise<DatabaseFaults> => {
  const { postgres } = inject('stores');
  const name = new URL(settings.databaseUrl ?? '').pathname.slice(1);
  const { rows } = await db.execute<{ made: string }>(
    sql`select pg_get_functiondef('record_tracking_change'::regproc) as made`,
  );
  const { made } = one(rows);
  const disconnect = () =>
    maintain(postgres, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  return {
    name,
    disconnect,
    notify: async notifies => {
      await db.execute(sql.raw(notifies ? made : made.replace(/PERFORM pg_notify\([^)]*\);/, 'NULL;')));
    },
    reach: async reachable => {
      await maintain(postgres, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${reachable}`);
      if (!reachable) await disconnect();
    },
  };
};
