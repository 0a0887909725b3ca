import type { TProperties, TSchema } from '@fastify/type-provider-typebox';
import type { Viewer, PermissionKey } from '../http/visibility.ts';
import type { CellOf } from '../downloads/cells.ts';
import type { Words } from '../wording/words.ts';
import { Failure } from '../http/failures.ts';
import { timeOfId } from '../platform/ids.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  countEvents,
  countForPage,
  countNewer,
  countUpTo,
  createPacks,
  eventPage,
  eventSlice,
  SLICE,
  sortedPage,
  type EventCounts,
  type PageCounts,
  type Sort,
  type StoredEvent,
} from '../store/clickhouse/logs/event-log.ts';
import type { EventFilter, EventTable, Place, Show } from '../store/clickhouse/logs/event-filter.ts';
import { DAY } from '../platform/time.ts';
import { writeCursor, writeSortedCursor } from './cursor.ts';
import type { Named } from './named.ts';
import { EARLIEST, filterOf, LATEST, placeOf, type LogParameters, type Reach } from './log-parameters.ts';
import { resolveOf, selectionOf, sortOf } from './selection.ts';
import { readSort, SORTED_ROWS_LIMIT, tooManyToSort } from './sorting.ts';

/**
 * Definition of an event log: rows, their representation and filters. Paging by key, files, counts and single rows
 * are common to all logs.
 */
export interface EventLog<Stored extends StoredEvent, Shown extends object> {
  /** Names of operations and files: `accesses`, and `access` for one row. */
  readonly list: string;
  readonly one: string;
  /** Message of the title. */
  readonly title: string;
  readonly summary: string;
  readonly permission: PermissionKey;
  readonly table: EventTable;
  /** Schema of a row in answers. */
  readonly row: { readonly schema: TSchema & { readonly properties: TProperties }; readonly ref: TSchema };
  /** Filters with their own parameters; every filter can also be a condition of `where`. */
  readonly parameters: Readonly<Record<string, TSchema>>;
  /** Columns of names, which settings assign to ids in the rows. */
  readonly named: Readonly<Record<string, Named>>;
  /**
   * Builds the rows of an answer, with the present names of ads and settings. An agency receives no data of
   * other agencies' ads.
   */
  readonly showing: (
    db: Dependencies['db'],
    viewer: Viewer,
    productId: number,
    rows: Iterable<Stored>,
  ) => Promise<(row: Stored) => Shown>;
  /** How files show the log's own columns; undefined: the default of the column's type. */
  readonly cellOf?: (column: string, words: Words) => CellOf | undefined;
}

type Stores = Pick<Dependencies, 'db' | 'columnar'>;

const totalOf = (counts: EventCounts, show: Show): number =>
  show === 'all' ? counts.counted + counts.bot + counts.repeated + counts.excluded : counts.counted;
const leftOutOf = ({ table }: EventLog<never, object>, { bot, repeated, excluded }: EventCounts) => ({
  bot,
  ...(table.repeats && { repeated }),
  excluded_ip: excluded,
});
/** Number of sorted rows that a file reads in one query. */
const SORTED_PAGE = 500;
const NONE: PageCounts = { counted: 0, bot: 0, repeated: 0, excluded: 0, estimated: false };
const placeOfRow = ({ ms, event_id }: StoredEvent): Place => ({ ms, id: event_id });

/** Rows of a page, the cursor of the next page, and how far the search got if it ended early. */
interface Rows<Stored> {
  readonly rows: readonly Stored[];
  readonly next: string | null;
  readonly reached: Place | null;
}

/** @throws {Failure} `invalid`: the page begins a sort of too many rows */
const sortedRows = async <Stored extends StoredEvent>(
  columnar: Stores['columnar'],
  { table }: EventLog<Stored, object>,
  filter: EventFilter,
  sort: Sort,
  { limit, show }: { readonly limit: number; readonly show: Show },
): Promise<Rows<Stored>> => {
  if (
    sort.after === null &&
    (await countUpTo(columnar, table, filter, show, SORTED_ROWS_LIMIT + 1)) > SORTED_ROWS_LIMIT
  )
    throw tooManyToSort();
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
  question: LogParameters,
  waiting: Waiting = {},
) => {
  const limit = question.limit ?? 100;
  const first = question.after === undefined;
  const [selection, sort] = await Promise.all([
    selectionOf(db, log, viewer, question),
    sortOf(db, log, viewer, question),
  ]);
  const after = sort === null ? placeOf(question.after, 'after') : null;
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
    results: rows.map(await log.showing(db, viewer, question.product_id, rows)),
    next,
    reached: reached === null ? null : new Date(reached.ms).toISOString(),
    // In any other order the newest row can be at any position.
    latest: first && sort === null ? latestOf(rows) : null,
    ...totalsOf(log, counts, show, rows.length),
  };
};

function* eachOf<Row>(pieces: Iterable<readonly Row[]>): Generator<Row> {
  for (const rows of pieces) yield* rows;
}

/**
 * The complete log of a query: the number of rows, and the rows slice by slice as they are read.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readAll = async <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  question: LogParameters,
  size = SLICE,
) => {
  const [selection, sort] = await Promise.all([
    selectionOf(db, log, viewer, question),
    sortOf(db, log, viewer, question),
  ]);
  const pages = async function* (filter: EventFilter, show: Show, first: Sort): AsyncGenerator<Shown[]> {
    for (let after: Sort | null = first; after !== null;) {
      const page: Rows<Stored> = await sortedRows(columnar, log, filter, after, { limit: SORTED_PAGE, show });
      if (page.rows.length > 0)
        yield page.rows.map(await log.showing(db, viewer, question.product_id, page.rows));
      after =
        page.next === null
          ? null
          : await readSort(
              db,
              log,
              { companyId: viewer.companyId, productId: question.product_id },
              { ...question, after: page.next },
            );
    }
  };
  const slices = async function* (): AsyncGenerator<Shown[]> {
    if (selection !== null && sort !== null) return yield* pages(selection.filter, selection.show, sort);
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
      const show = await log.showing(db, viewer, question.product_id, eachOf(pieces));
      // In small slices: writing a file then does not block other requests, and the rows are released before
      // the garbage collector moves them to its old generation.
      for (const rows of pieces) yield rows.map(show);
      if (next === null) return;
      after = next;
    }
  };
  const count =
    selection === null
      ? 0
      : totalOf(await countEvents(columnar, log.table, selection.filter), selection.show);
  if (sort !== null && count > SORTED_ROWS_LIMIT) throw tooManyToSort();
  return { count, batches: slices() };
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
  question: LogParameters & { readonly than: string },
) => {
  const than = placeOf(question.than, 'than');
  const selection = await selectionOf(db, log, viewer, question);
  return {
    count:
      selection === null || than === null
        ? 0
        : await countNewer(columnar, log.table, selection.filter, than, selection.show),
  };
};

/**
 * Reads the newest rows that satisfy conditions, including rows that reports leave out.
 *
 * @throws {Failure} `no_permission_for_data`, `timed_out`
 */
export const findRows = async <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  reach: Reach,
  limit: number,
): Promise<readonly Shown[]> => {
  const { productId } = reach;
  const [from, until] = [reach.from, reach.until].map(ms => Math.min(Math.max(ms, EARLIEST), LATEST)) as [
    number,
    number,
  ];
  const filter = await filterOf(
    db,
    viewer,
    { ...reach, from, until },
    resolveOf(db, log, { companyId: viewer.companyId, productId }),
  );
  if (filter === null) return [];
  const { rows } = await eventPage<Stored>(columnar, log.table, filter, { after: null, limit, show: 'all' });
  return rows.map(await log.showing(db, viewer, productId, rows));
};

/**
 * Reads one row by its id, also if reports leave it out.
 *
 * @throws {Failure} `not_found`; `no_permission_for_data`: the viewer may not see the product
 */
export const readOne = async <Stored extends StoredEvent, Shown extends object>(
  stores: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  productId: number,
  id: string,
): Promise<Shown> => {
  const accepted = BigInt(id) < 2n ** 64n ? timeOfId(BigInt(id)) : null;
  // An event's time is close to that in its id unless it was imported: only imported events require a search
  // of all times.
  const spans =
    accepted === null
      ? []
      : ([
          [accepted - DAY, accepted + DAY],
          [EARLIEST, LATEST],
        ] as const);
  for (const [from = EARLIEST, until = LATEST] of spans) {
    const [row] = await findRows(
      stores,
      log,
      viewer,
      {
        productId,
        from,
        until,
        conditions: [{ field: log.table.id, kind: 'text', op: 'exact', values: [id] }],
      },
      1,
    );
    if (row !== undefined) return row;
  }
  throw new Failure('not_found');
};
