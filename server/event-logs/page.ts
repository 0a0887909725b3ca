import type { Viewer } from '../http/visibility.ts';
import {
  countForPage,
  countNewer,
  countUpTo,
  type EventCounts,
  type PageCounts,
} from '../store/clickhouse/logs/event-counts.ts';
import type { EventFilter, Place, Show } from '../store/clickhouse/logs/event-filter.ts';
import type { Sort } from '../store/clickhouse/logs/event-keys.ts';
import { eventPage, sortedPage } from '../store/clickhouse/logs/event-log.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { writeCursor, writeSortedCursor } from './cursor.ts';
import { placeOf, type LogParameters } from './log-parameters.ts';
import type { EventLog, Stores } from './log.ts';
import { selectionOf, sortOf } from './selection.ts';
import { requireSortable, SORTED_ROWS_LIMIT } from './sorting.ts';

/** Number of rows that are shown. */
export const totalOf = (counts: EventCounts, show: Show): number =>
  show === 'all' ? counts.counted + counts.bot + counts.repeated + counts.excluded : counts.counted;
const leftOutOf = ({ table }: EventLog<never, object>, { bot, repeated, excluded }: EventCounts) => ({
  bot,
  ...(table.repeats && { repeated }),
  excluded_ip: excluded,
});
const NONE: PageCounts = { counted: 0, bot: 0, repeated: 0, excluded: 0, estimated: false };
const placeOfRow = ({ ms, event_id }: StoredEvent): Place => ({ ms, id: event_id });

/** Rows of a page, the cursor of the next page, and how far the search got if it ended early. */
export interface Rows<Stored> {
  readonly rows: readonly Stored[];
  readonly next: string | null;
  readonly reached: Place | null;
}

/**
 * A page in order of a column.
 *
 * @throws {Failure} `invalid`: the page begins a sort of too many rows
 */
export const sortedRows = async <Stored extends StoredEvent>(
  columnar: Stores['columnar'],
  { table }: EventLog<Stored, object>,
  filter: EventFilter,
  sort: Sort,
  { limit, show }: { readonly limit: number; readonly show: Show },
): Promise<Rows<Stored>> => {
  if (sort.after === null)
    requireSortable(await countUpTo(columnar, table, filter, show, SORTED_ROWS_LIMIT + 1));
  const found = await sortedPage<Stored>(columnar, table, filter, sort, {
    after: null,
    limit: limit + 1,
    show,
  });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    rows: page.map(({ row }) => row),
    next:
      found.length > limit && last !== undefined
        ? writeSortedCursor({ ...placeOfRow(last.row), value: last.value })
        : null,
    reached: null,
  };
};

interface Waiting {
  readonly signal?: AbortSignal;
  readonly searchMs?: number;
}

const timedRows = async <Stored extends StoredEvent>(
  columnar: Stores['columnar'],
  { table }: EventLog<Stored, object>,
  filter: EventFilter,
  {
    limit,
    show,
    after,
    ...waiting
  }: { readonly limit: number; readonly show: Show; readonly after: Place | null } & Waiting,
): Promise<Rows<Stored>> => {
  // One row more than the page determines whether there is a next one.
  const { rows: found, reached } = await eventPage<Stored>(columnar, table, filter, {
    after,
    limit: limit + 1,
    show,
    ...waiting,
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length > limit && last !== undefined)
    return { rows, next: writeCursor(placeOfRow(last)), reached: null };
  return { rows, next: reached === null ? null : writeCursor(reached), reached };
};

/** The position after which rows are newer than the page. Before the first row, every row is newer. */
const latestOf = ([newest]: readonly StoredEvent[]): string =>
  writeCursor(newest === undefined ? { ms: 0, id: '0' } : placeOfRow(newest));

/** The counts of a log in an answer; null where they were not counted. @param shown rows of the page */
const totalsOf = <Stored extends StoredEvent, Shown extends object>(
  log: EventLog<Stored, Shown>,
  counts: PageCounts | null,
  show: Show,
  shown: number,
) => {
  if (counts === null) return { total: null, total_estimated: false, left_out: null };
  // An estimate is never below the number of shown rows.
  const total = Math.max(totalOf(counts, show), counts.estimated ? shown : 0);
  return { total, total_estimated: counts.estimated, left_out: leftOutOf(log, counts) };
};

/**
 * A page of a log.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const readPage = async <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  parameters: LogParameters,
  waiting: Waiting = {},
) => {
  const limit = parameters.limit ?? 100;
  const first = parameters.after === undefined;
  const [selection, sort] = await Promise.all([
    selectionOf(db, log, viewer, parameters),
    sortOf(db, log, viewer, parameters),
  ]);
  const after = sort === null ? placeOf(parameters.after, 'after') : null;
  const show = selection?.show ?? 'counted';
  const none: Rows<Stored> = { rows: [], next: null, reached: null };
  const rowsOf = (filter: EventFilter) =>
    sort === null
      ? timedRows(columnar, log, filter, { limit, show, after, ...waiting })
      : sortedRows(columnar, log, filter, sort, { limit, show });
  const [{ rows, next, reached }, counts] =
    selection === null
      ? [none, first ? NONE : null]
      : await Promise.all([
          rowsOf(selection.filter),
          first ? countForPage(columnar, log.table, selection.filter, { signal: waiting.signal }) : null,
        ]);
  return {
    results: rows.map(await log.showing(db, viewer, parameters.product_id, rows)),
    next,
    reached: reached === null ? null : new Date(reached.ms).toISOString(),
    // In any other order the newest row can be at any position.
    latest: first && sort === null ? latestOf(rows) : null,
    ...totalsOf(log, counts, show, rows.length),
  };
};

/**
 * Counts the rows newer than a position. A row that arrives late, with an older time, is not counted.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readNewer = async (
  { db, columnar }: Stores,
  log: EventLog<never, object>,
  viewer: Viewer,
  parameters: LogParameters & { readonly newer_than: string },
) => {
  const newest = placeOf(parameters.newer_than, 'newer_than');
  const selection = await selectionOf(db, log, viewer, parameters);
  return {
    count:
      selection === null || newest === null
        ? 0
        : await countNewer(columnar, log.table, selection.filter, newest, selection.show),
  };
};
