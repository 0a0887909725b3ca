import type { Slice, Slices } from '../slices/slices.ts';
import { EVENT_ID } from '../store/clickhouse/events/load.ts';
import { groupBy, linesOf, monthOf, productOf, type Batch, type PiecesByMonth } from './batch.ts';
import { TABLES, type Table } from './rows.ts';

type Rows = Pick<Batch, 'pieces' | 'counts' | 'last'>;

/** The event id of a row. */
export const idOf = (table: Table, line: Buffer): string =>
  String((JSON.parse(line.toString('utf8')) as Readonly<Record<string, unknown>>)[EVENT_ID[table]]);

const join = (months: ReadonlyMap<string, readonly Buffer[]>): PiecesByMonth =>
  new Map([...months].map(([month, lines]) => [month, [Buffer.concat(lines)]]));

/**
 * The rows of a batch that belong on a slice.
 *
 * @throws {StoreUnavailable} where PostgreSQL has to be asked where products are, and is unavailable
 */
export const rowsOfSlice = async <Read extends Rows>(
  slices: Slices,
  { name }: Slice,
  batch: Read,
): Promise<Read> => {
  if (slices.all.length === 1) return batch;
  const tables = TABLES.map(table => [table, linesOf(batch.pieces[table].values())] as const);
  const products = new Set(tables.flatMap(([, lines]) => lines.map(line => Number(productOf(line)))));
  const belongs = await slices.rowsOn(name, products, batch.last);
  const own = tables.map(
    ([table, lines]) =>
      [
        table,
        lines.filter(line => belongs(Number(productOf(line)), () => BigInt(idOf(table, line)))),
      ] as const,
  );
  return {
    ...batch,
    pieces: Object.fromEntries(own.map(([table, rows]) => [table, join(groupBy(rows, monthOf))])) as Record<
      Table,
      PiecesByMonth
    >,
    counts: Object.fromEntries(own.map(([table, rows]) => [table, rows.length])) as Record<Table, number>,
  };
};
