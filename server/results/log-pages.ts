import type { Viewer } from '../http/visibility.ts';
import type { Kind } from '../http/filters.ts';
import { writeCursor } from '../event-logs/cursor.ts';
import { requireSortable } from '../event-logs/sorting.ts';
import type { Dependencies } from '../dependencies.ts';
import type { LogPlace, LogScope, LogSort, PagedLog } from '../store/postgres/engine/paged-log.ts';
import { readNewestRows, readNewestSlices, readSortedRows, readSortedSlices } from './log-slices.ts';
import {
  BEGINNING,
  placeOf,
  readPlace,
  scopeOf,
  type NewerResultLogParameters,
  type ResultLogParameters,
} from './log-parameters.ts';
import { readLogSort } from './sorting.ts';

/** A log of results or notifications, from which {@link logOf} derives pages, the count of newer rows, and files. */

interface LogParts<
  Stored extends object,
  Shown extends string,
  Counted extends string,
  Sorted extends string,
> {
  readonly store: PagedLog<Shown, Counted, Sorted>;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly placeOf: (row: Stored) => LogPlace;
  /** Returns a function that adds the viewer's fields to a row; rows of a file may have some of the columns only. */
  readonly fill: (viewer: Viewer) => (row: Partial<Stored>) => void;
}

/** Default page size in rows. */
const PAGE_ROWS = 100;
/** Columns with this suffix hold times. */
const TIME = /_(?:time|at)$/;

/** Rewrites times as ISO 8601; the store reads rows as JSON, in PostgreSQL's notation. */
const shownTimes = (names: readonly string[]) => {
  const times = names.filter(name => TIME.test(name));
  return (row: Record<string, unknown>): void => {
    for (const name of times) {
      const time = row[name];
      if (typeof time === 'string') row[name] = new Date(time).toISOString();
    }
  };
};

const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A page as read from the store; `counts` and `latest` are on the first page of the newest rows only. */
interface StoredPage<Stored, Counted extends string> {
  readonly rows: readonly Stored[];
  readonly next: string | null;
  readonly latest: string | null;
  readonly counts: Readonly<Record<Counted, number>> | null;
}

const readNewestPage = async <
  Stored extends object,
  Shown extends string,
  Counted extends string,
  Sorted extends string,
>(
  log: LogParts<Stored, Shown, Counted, Sorted>,
  db: Dependencies['db'],
  scope: LogScope,
  { after, limit = PAGE_ROWS }: ResultLogParameters,
): Promise<StoredPage<Stored, Counted>> => {
  const isFirst = after === undefined;
  const [{ rows, hasMore }, counts] = await Promise.all([
    readNewestRows(log, db, scope, placeOf(after), limit),
    isFirst ? log.store.counts(db, scope) : null,
  ]);
  const cursorOf = (row: Stored | undefined): string =>
    writeCursor(row === undefined ? BEGINNING : log.placeOf(row));
  return {
    rows,
    next: hasMore ? cursorOf(rows.at(-1)) : null,
    latest: isFirst ? cursorOf(rows[0]) : null,
    counts,
  };
};

const readSortedPage = async <
  Stored extends object,
  Shown extends string,
  Counted extends string,
  Sorted extends string,
>(
  log: LogParts<Stored, Shown, Counted, Sorted>,
  db: Dependencies['db'],
  scope: LogScope,
  sort: LogSort<Sorted>,
  { after, limit = PAGE_ROWS }: ResultLogParameters,
): Promise<StoredPage<Stored, Counted>> => {
  const counts = after === undefined ? await log.store.counts(db, scope) : null;
  if (counts !== null) requireSortable(totalOf(counts));
  return { ...(await readSortedRows(log, db, scope, sort, after, limit)), latest: null, counts };
};

type Store = Pick<Dependencies, 'db'>;

export const logOf = <
  Stored extends object,
  Shown extends string,
  Counted extends string,
  Sorted extends string,
>(
  log: LogParts<Stored, Shown, Counted, Sorted>,
) => {
  const { store, kinds, fill } = log;
  const times = shownTimes(store.columns);
  // Rows are changed in place: copying so many fields is expensive.
  const shownTo = (viewer: Viewer) => {
    const filled = fill(viewer);
    return (row: Stored): Stored => {
      times(row as Record<string, unknown>);
      filled(row);
      return row;
    };
  };

  return {
    /** Type of each filterable column. */
    kinds,

    /** @throws {Failure} `invalid`, `no_permission_for_data` */
    page: async ({ db }: Store, viewer: Viewer, parameters: ResultLogParameters) => {
      const scope = scopeOf(viewer, parameters, kinds);
      const sort = readLogSort(parameters.ordering, store.sortable);
      const { rows, counts, ...cursors } = await (sort === null
        ? readNewestPage(log, db, scope, parameters)
        : readSortedPage(log, db, scope, sort, parameters));
      return { results: rows.map(shownTo(viewer)), ...cursors, total: counts && totalOf(counts), counts };
    },

    /**
     * Counts the rows under the same filters that are newer than a position. A row that arrived late, with an older
     * time, is not counted.
     *
     * @throws {Failure} as `page`
     */
    newer: async ({ db }: Store, viewer: Viewer, parameters: NewerResultLogParameters) => ({
      count: await store.newer(
        db,
        scopeOf(viewer, parameters, kinds),
        readPlace(parameters.newer_than, 'newer_than'),
      ),
    }),

    /**
     * Reads all rows of a query in batches.
     *
     * @param columns null: all
     * @throws {Failure} as `page`
     */
    all: async (
      { db }: Store,
      viewer: Viewer,
      parameters: ResultLogParameters,
      columns: readonly string[] | null,
    ) => {
      const scope = scopeOf(viewer, parameters, kinds);
      const wanted = columns === null ? undefined : new Set(columns);
      const sort = readLogSort(parameters.ordering, store.sortable);
      const count = totalOf(await store.counts(db, scope));
      if (sort !== null) requireSortable(count);
      const slices =
        sort === null
          ? readNewestSlices(log, db, scope, wanted)
          : readSortedSlices(log, db, scope, sort, wanted);
      const show = shownTo(viewer);
      const batches = async function* (): AsyncGenerator<Readonly<Record<string, unknown>>[]> {
        for await (const rows of slices)
          yield rows.map(show) as readonly object[] as Record<string, unknown>[];
      };
      return { count, batches: batches() };
    },
  };
};
