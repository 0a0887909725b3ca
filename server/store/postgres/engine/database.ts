import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as schema from '../schema/index.ts';

/** The relational store, or a transaction in it: the first argument of the functions in this folder. */
export type Database = NodePgDatabase<typeof schema>;
