import type { InsertFault } from '../store/clickhouse/events/load.ts';
import { groupBy, linesOf, monthOf, productOf, type Batch } from './batch.ts';
import { idOf } from './rows-of-slice.ts';
import { TABLES, type Table } from './rows.ts';

/** How the loader reaches the columnar store; see `store/clickhouse/events/load.ts`. */
export interface Sink {
  /** `pieces` form complete JSON lines of one table. */
  load(table: Table, pieces: readonly Buffer[], token: string): Promise<void>;
  faultOf(error: unknown): InsertFault;
  /** Which of these events (decimal ids, in these `yyyy-MM` months) exist in the store. */
  storedIds(table: Table, ids: readonly string[], months: readonly string[]): Promise<ReadonlySet<string>>;
  /** Conversions (decimal ids) arrived out of order; results are created for them nevertheless. */
  noteLateConversions(ids: readonly string[]): Promise<void>;
}

export interface CarefulOptions {
  /** Stores rows that the columnar store refuses; they are not sent again. */
  setAside(table: Table, lines: readonly Buffer[], error: unknown): Promise<void>;
  /**
   * Whether an unclear refusal of a single row counts as the row's fault even though the store accepted
   * nothing else meanwhile.
   */
  readonly maySetUnclearAside: boolean;
}

/**
 * Inserts that one batch may cost; rows refused after that are set aside in unsorted ranges, and where inserts are too
 * large, the rest is loaded by a later attempt.
 */
const MAX_INSERTS_PER_BATCH = 400;

/**
 * Loads a batch of which the store may contain a part or refuses a part. Rows that it contains are left out;
 * the rest is sent by product, so that a tenant's rows never block another's. Refused rows are halved until
 * the faulty ones are isolated, and these are set aside; inserts that are too large are halved until they are not.
 *
 * The outcome is the same after any number of crashes and repetitions: rows that arrived are found by their
 * ids.
 *
 * @throws when the store cannot take rows; the entire batch then has to be loaded again in this way
 */
export const loadCarefully = async (
  sink: Sink,
  { pieces }: Pick<Batch, 'pieces'>,
  token: string,
  { setAside, maySetUnclearAside }: CarefulOptions,
): Promise<void> => {
  let inserts = 0;
  let accepted = 0;

  const missingOf = async (table: Table, month: string, lines: readonly Buffer[]) => {
    const ids = lines.map(line => idOf(table, line));
    const stored = await sink.storedIds(table, ids, [month]);
    return lines.filter((_, n) => !stored.has(ids[n] ?? ''));
  };

  const insert = async (
    table: Table,
    month: string,
    lines: readonly Buffer[],
    part: string,
  ): Promise<void> => {
    try {
      inserts += 1;
      await sink.load(table, lines, part);
      accepted += 1;
    } catch (error) {
      const fault = sink.faultOf(error);
      if (fault === 'store') throw error;
      // An insert of readable rows may fail after they are stored, and parts of it have other tokens.
      const left = fault === 'rows' ? lines : await missingOf(table, month, lines);
      if (left.length === 0) return;
      if (left.length > 1 && inserts < MAX_INSERTS_PER_BATCH) {
        const half = left.length >> 1;
        await insert(table, month, left.slice(0, half), `${part}/0`);
        await insert(table, month, left.slice(half), `${part}/1`);
        return;
      }
      // No smaller insert is left to try, and the rows are not at fault.
      if (fault === 'size') throw error;
      if (fault === 'unclear' && accepted === 0 && !maySetUnclearAside) throw error;
      await setAside(table, left, error);
    }
  };

  for (const table of TABLES) {
    for (const [month, lines] of groupBy(linesOf(pieces[table].values()), monthOf)) {
      for (const [product, rows] of groupBy(await missingOf(table, month, lines), productOf))
        await insert(table, month, rows, `${token}:${month}:${product}:${rows.length}`);
      if (table === 'conversion') await sink.noteLateConversions(lines.map(line => idOf(table, line)));
    }
  }
};
