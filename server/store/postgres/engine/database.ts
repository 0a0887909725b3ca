import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type * as schema from '../schema/index.ts';

/**
 * The relational store, or one transaction in it: what the functions of this folder take as their first
 * argument.
 */
export type Database = NodePgDatabase<typeof schema>;
