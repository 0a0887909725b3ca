import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { decision, notification, notificationAttempt, result } from '../schema/index.ts';

const tables = { result, decision, notification, notificationAttempt } as const;
type Tables = typeof tables;

/** Reserves ids for rows whose children are built before the rows are inserted. */
export const reserveKeys = async (
  db: Database,
  name: 'result' | 'decision' | 'notification',
  count: number,
): Promise<number[]> => {
  const { rows } = await db.execute<{ key: string }>(
    sql`select nextval(pg_get_serial_sequence(${name}, 'id')) as key from generate_series(1, ${count})`,
  );
  return rows.map(row => Number(row.key));
};

/**
 * Inserts many rows with given ids as one JSON parameter: about ten times faster than one parameter per value.
 * @param rows rows by the schema's property names; times are Date
 */
export const insertMany = async <Name extends keyof Tables>(
  db: Database,
  name: Name,
  rows: readonly Tables[Name]['$inferInsert'][],
): Promise<void> => {
  const table = tables[name];
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key]) => rows[0] !== undefined && key in rows[0],
  );
  const list = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  for (let at = 0; at < rows.length; at += 5_000) {
    const json = JSON.stringify(
      rows
        .slice(at, at + 5_000)
        .map(row =>
          Object.fromEntries(
            columns.map(([key, column]) => [column.name, (row as Record<string, unknown>)[key]]),
          ),
        ),
    );
    await db.execute(sql`insert into ${table} (${list}) overriding system value
      select ${list} from json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${json}::json)`);
  }
};
