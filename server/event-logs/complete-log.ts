import type { Viewer } from '../http/visibility.ts';
import { countEvents } from '../store/clickhouse/logs/event-counts.ts';
import type { EventFilter, Place, Show } from '../store/clickhouse/logs/event-filter.ts';
import type { Sort } from '../store/clickhouse/logs/event-keys.ts';
import { eventSlice, SLICE } from '../store/clickhouse/logs/event-log.ts';
import { createPacks, type StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { filterOf, type LogParameters, type LogSelection, type Reach } from './log-parameters.ts';
import type { EventLog, Stores } from './log.ts';
import { sortedRows, totalOf, type Rows } from './page.ts';
import { resolveOf, selectionOf, sortOf } from './selection.ts';
import { readSort, requireSortable } from './sorting.ts';

/** Number of sorted rows that a file reads in one query. */
const SORTED_PAGE_ROWS = 500;
function* eachOf<Row>(pieces: Iterable<readonly Row[]>): Generator<Row> {
  for (const rows of pieces) yield* rows;
}

const countSelected = async (
  columnar: Stores['columnar'],
  { table }: Pick<EventLog<never, object>, 'table'>,
  selection: LogSelection | null,
): Promise<number> =>
  selection === null ? 0 : totalOf(await countEvents(columnar, table, selection.filter), selection.show);

/** The rows of a selection, newest first, in slices of `size` rows. */
const slicesOf = async function* <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  selection: LogSelection | null,
  size: number,
): AsyncGenerator<Shown[]> {
  let after: Place | null = null;
  const packs = createPacks();
  while (selection !== null) {
    const { pieces, next }: Awaited<ReturnType<typeof eventSlice<Stored>>> = await eventSlice<Stored>(
      columnar,
      log.table,
      selection.filter,
      { after, limit: size, show: selection.show },
      packs,
    );
    const show = await log.showing(db, viewer, selection.filter.productId, eachOf(pieces));
    // In small slices: writing a file then does not block other requests, and the rows are released before
    // the garbage collector moves them to its old generation.
    for (const rows of pieces) yield rows.map(show);
    if (next === null) return;
    after = next;
  }
};

/**
 * The complete log of a query: the number of rows, and the rows slice by slice as they are read.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readAll = async <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  parameters: LogParameters,
  size = SLICE,
) => {
  const [selection, sort] = await Promise.all([
    selectionOf(db, log, viewer, parameters),
    sortOf(db, log, viewer, parameters),
  ]);
  const pages = async function* (filter: EventFilter, show: Show, first: Sort): AsyncGenerator<Shown[]> {
    for (let after: Sort | null = first; after !== null;) {
      const page: Rows<Stored> = await sortedRows(columnar, log, filter, after, {
        limit: SORTED_PAGE_ROWS,
        show,
      });
      if (page.rows.length > 0)
        yield page.rows.map(await log.showing(db, viewer, parameters.product_id, page.rows));
      after =
        page.next === null
          ? null
          : await readSort(
              db,
              log,
              { companyId: viewer.companyId, productId: parameters.product_id },
              { ...parameters, after: page.next },
            );
    }
  };
  const count = await countSelected(columnar, log, selection);
  if (sort !== null) requireSortable(count);
  return {
    count,
    batches:
      selection !== null && sort !== null
        ? pages(selection.filter, selection.show, sort)
        : slicesOf({ db, columnar }, log, viewer, selection, size),
  };
};

/**
 * All rows that satisfy conditions, newest first, including rows that reports leave out.
 *
 * @throws {Failure} `no_permission_for_data`
 */
export const readReach = async <Stored extends StoredEvent, Shown extends object>(
  stores: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  reach: Reach,
): Promise<{ readonly count: number; readonly batches: AsyncIterable<Shown[]> }> => {
  const { companyId } = viewer;
  const resolve = resolveOf(stores.db, log, { companyId, productId: reach.productId });
  const filter = await filterOf(stores.db, viewer, reach, resolve);
  const selection = filter && { filter, show: 'all' as const };
  return {
    count: await countSelected(stores.columnar, log, selection),
    batches: slicesOf(stores, log, viewer, selection, SLICE),
  };
};
