import { Column, is, sql, type DriverValueDecoder, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import type { EntityName } from './entity-sources.ts';
import { buildRowQueries, type EntityRow, type Reach, type RowQuery } from './entities.ts';

/** Reads all rows of a list in batches, for downloads. */

/** Number of rows per round trip. */
const BATCH_ROWS = 500;

/** All rows of a list in one snapshot. */
export interface FoundRows {
  readonly count: number;
  /** Batches in the order of the query. A batch is read on demand; reading stops when the consumer stops. */
  readonly batches: AsyncIterable<readonly EntityRow[]>;
}

/** Decoder of a column's values. SQL expressions have one too, which drizzle's types do not declare. */
const decoderOf = (column: PgColumn | SQL) =>
  is(column, Column)
    ? column
    : (column as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder;

/**
 * Opens a cursor over the rows of a query, passes it to `use`, and closes it afterwards. Count and rows are of one
 * snapshot. The cursor occupies a pooled connection throughout, so callers must limit concurrency.
 */
export const withEntityRows = <Answer>(
  db: Database,
  name: EntityName,
  reach: Reach,
  query: RowQuery,
  use: (found: FoundRows) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(
    async transaction => {
      const rowsQuery = buildRowQueries(transaction, name, reach, query);
      const fields = Object.entries(rowsQuery.fields);
      // Joined tables share column names, so aliases are needed. Drizzle does not decode rows of a cursor.
      const chosen = rowsQuery.rows(
        Object.fromEntries(
          fields.map(([, column], at) => [`c${at}`, sql`${column}`.as(`c${at}`) as unknown as SQL]),
        ),
      );
      const count = await rowsQuery.count();
      await transaction.execute(sql`declare download no scroll cursor for ${chosen.getSQL()}`);
      // After the transaction the connection may serve another query, so reading stops.
      let open = true;
      const read = async function* (): AsyncGenerator<readonly EntityRow[]> {
        while (open) {
          const { rows } = await transaction.execute(sql`fetch ${sql.raw(String(BATCH_ROWS))} from download`);
          if (rows.length > 0) {
            yield rows.map(
              row =>
                Object.fromEntries(
                  fields.map(([field, column], at) => {
                    const value = row[`c${at}`];
                    return [field, value === null ? null : decoderOf(column).mapFromDriverValue(value)];
                  }),
                ) as EntityRow,
            );
          }
          if (rows.length < BATCH_ROWS) return;
        }
      };
      try {
        return await use({ count, batches: read() });
      } finally {
        open = false;
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
