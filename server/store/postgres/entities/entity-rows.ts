import { Column, is, sql, type DriverValueDecoder, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import type { EntityName } from './entity-sources.ts';
import { askRows, type EntityRow, type Reach, type RowsAsked } from './entities.ts';

/** Reads all rows of a list without holding them all: for downloads. */

/** Rows that a round trip to the store brings. */
const BATCH = 500;

/** All rows of a list as they were at one moment. */
export interface FoundRows {
  readonly count: number;
  /**
   * In the order asked for, batch by batch; the next is read when it is asked for. Ends when whoever reads
   * stops.
   */
  readonly batches: AsyncIterable<readonly EntityRow[]>;
}

/**
 * How a value comes in from the driver. An expression has its own reader too, which drizzle does not declare.
 */
const decoderOf = (column: PgColumn | SQL) =>
  is(column, Column)
    ? column
    : (column as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder;

/**
 * Opens a cursor over the rows asked for and hands it to `use`; it is closed when `use` is done. Count and
 * rows are of one snapshot, so they agree
 * whatever is written meanwhile. It takes a connection for as long as that lasts: whoever calls this sees to
 * it that not too many do.
 */
export const withEntityRows = <Answer>(
  db: Database,
  name: EntityName,
  reach: Reach,
  question: RowsAsked,
  use: (found: FoundRows) => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(
    async transaction => {
      const rowsQuery = askRows(transaction, name, reach, question);
      const fields = Object.entries(rowsQuery.fields);
      // Columns of joined tables share names; and what a cursor answers is not read by drizzle, which knows the
      // types of columns only.
      const chosen = rowsQuery.rows(
        Object.fromEntries(
          fields.map(([, column], at) => [`c${at}`, sql`${column}`.as(`c${at}`) as unknown as SQL]),
        ),
      );
      const count = await rowsQuery.count();
      await transaction.execute(sql`declare download no scroll cursor for ${chosen.getSQL()}`);
      // Of a transaction that has ended nothing may be read: its connection is somebody else's by then.
      let open = true;
      const read = async function* (): AsyncGenerator<readonly EntityRow[]> {
        while (open) {
          const { rows } = await transaction.execute(sql`fetch ${sql.raw(String(BATCH))} from download`);
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
          if (rows.length < BATCH) return;
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
