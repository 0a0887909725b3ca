import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/** What is asked of each row, by the names that it has outside. Columns of joined tables share theirs. */
export const named = <Fields extends Readonly<Record<string, PgColumn | SQL | SQL.Aliased>>>(
  fields: Fields,
) => Object.fromEntries(Object.entries(fields).map(([name, column]) => [name, sql`${column}`.as(name)]));

/**
 * Rows as lines of JSON, in their order: times in ISO 8601, bigints and decimals as numbers. From its own
 * answers drizzle makes objects field by field, which
 * from some twenty fields on the engine keeps as dictionaries: several kilobytes each, and as many to copy
 * one. Objects read from JSON share one shape.
 *
 * One text: a thousand of them, held until the last has come, would be too old to be forgotten at once.
 */
export const linesOf = async (db: Database, rows: Pick<PgSelect, 'getSQL'>): Promise<string> => {
  const {
    rows: [found],
  } = await db.execute<{ lines: string | null }>(
    sql`select string_agg(row_to_json(asked)::text, E'\n') as lines from (${rows.getSQL()}) as asked`,
  );
  return found?.lines ?? '';
};
