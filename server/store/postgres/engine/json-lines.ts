import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** Columns under their API names. Aliases are needed because joined tables share column names. */
export const named = <Fields extends Readonly<Record<string, PgColumn | SQL | SQL.Aliased>>>(
  fields: Fields,
) => Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, sql`${column}`.as(name)]));

/**
 * Selects rows as JSON lines in their order: times in ISO 8601, bigints and decimals as numbers. Objects that drizzle
 * builds field by field become dictionaries of several kB in V8 from about 20 fields on; objects parsed from JSON share
 * one shape. One text is returned, because thousands of short-lived strings would survive into the old generation.
 */
export const linesOf = async (db: Database, rows: Pick<PgSelect, 'getSQL'>): Promise<string> => {
  const {
    rows: [found],
  } = await db.execute<{ lines: string | null }>(
    sql`select string_agg(row_to_json(asked)::text, E'\n') as lines from (${rows.getSQL()}) as asked`,
  );
  return found?.lines ?? '';
};
