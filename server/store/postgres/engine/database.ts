import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type * as schema from '../schema/index.ts';

/** The relational store, or a transaction in it: the first argument of the functions in this folder. */
export type Database = NodePgDatabase<typeof schema>;

/** The connections of a database. @throws {TypeError} for a transaction, which has one connection only */
export const poolOf = (db: Database): pg.Pool => {
  const { $client: pool } = db as Database & { readonly $client?: pg.Pool };
  if (pool === undefined) throw new TypeError('this requires the database itself, not a transaction');
  return pool;
};
