import { SORTED_ROWS_LIMIT, tooManyToSort } from '../event-logs/sorting.ts';
import { createPack } from '../platform/packed-lines.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import {
  SORTED_VALUE,
  type LogPlace,
  type LogScope,
  type LogSort,
  type PagedLog,
} from '../store/postgres/engine/paged-log.ts';
import { readSortedPlace, writeSortedPlace } from './sorting.ts';

/** Slices of a log in its two orders: by time, the newest first, and by a column. */

/** What is read of a log: its lines, and the place of each row. */
export interface SlicedLog<Stored extends object, Sorted extends string> {
  readonly store: Pick<PagedLog<string, string, Sorted>, 'lines' | 'sortable'>;
  readonly placeOf: (row: Stored) => LogPlace;
}

/** Rows of one slice of a whole log: some 1 MB. */
const SLICE_ROWS = 1_000;

const parseLines = <Stored extends object>(lines: string): Stored[] =>
  lines === '' ? [] : lines.split('\n').map(line => JSON.parse(line) as Stored);

/** @throws {Failure} `too_many_to_sort` */
export const requireSortable = (total: number): void => {
  if (total > SORTED_ROWS_LIMIT) throw tooManyToSort();
};

/** Takes the value that a row is sorted by out of it: it is no column of the log. */
const takeSortedValue = (row: object): string | null => {
  const sorted = row as { [SORTED_VALUE]?: string | null };
  const value = sorted[SORTED_VALUE] ?? null;
  delete sorted[SORTED_VALUE];
  return value;
};

/** Reads a page of the newest rows after a place. @returns also whether there are more */
export const readNewestRows = async <Stored extends object, Sorted extends string>(
  { store }: SlicedLog<Stored, Sorted>,
  db: Database,
  scope: LogScope,
  after: LogPlace | null,
  limit: number,
): Promise<{ readonly rows: readonly Stored[]; readonly hasMore: boolean }> => {
  // One row more than the page shows whether there is a next one.
  const found = parseLines<Stored>(await store.lines(db, scope, { after, limit: limit + 1 }));
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
};

/** Reads a page of sorted rows. @returns also the cursor of the next page; null: it is the last */
export const readSortedRows = async <Stored extends object, Sorted extends string>(
  { store, placeOf }: SlicedLog<Stored, Sorted>,
  db: Database,
  scope: LogScope,
  sort: LogSort<Sorted>,
  after: string | undefined,
  limit: number,
  columns?: ReadonlySet<string>,
): Promise<{ readonly rows: readonly Stored[]; readonly next: string | null }> => {
  const place = after === undefined ? null : readSortedPlace(after, store.sortable[sort.field]);
  const lines = await store.lines(
    db,
    scope,
    {
      after: place,
      limit: limit + 1,
      sort: { ...sort, ...(place !== null && { after: { value: place.value } }) },
    },
    columns,
  );
  const found = parseLines<Stored>(lines);
  const values = found.map(takeSortedValue);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const isLastPage = found.length <= limit || last === undefined;
  return {
    rows,
    next: isLastPage ? null : writeSortedPlace({ ...placeOf(last), value: values[limit - 1] ?? null }),
  };
};

/** Reads the newest rows of a log first, slice by slice as they are taken. @param columns undefined: all */
export const readNewestSlices = async function* <Stored extends object, Sorted extends string>(
  { store, placeOf }: SlicedLog<Stored, Sorted>,
  db: Database,
  scope: LogScope,
  columns: ReadonlySet<string> | undefined,
): AsyncGenerator<readonly Stored[]> {
  const pack = createPack();
  for (let after: LogPlace | null = null, rows = SLICE_ROWS; rows === SLICE_ROWS;) {
    rows = 0;
    pack.clear();
    pack.add(await store.lines(db, scope, { after, limit: SLICE_ROWS }, columns));
    for (const piece of pack.read<Stored>()) {
      rows += piece.length;
      after = placeOf(piece.at(-1)!);
      yield piece;
    }
  }
};

/** Reads the rows of a log in the order of a column, slice by slice. @param columns undefined: all */
export const readSortedSlices = async function* <Stored extends object, Sorted extends string>(
  log: SlicedLog<Stored, Sorted>,
  db: Database,
  scope: LogScope,
  sort: LogSort<Sorted>,
  columns: ReadonlySet<string> | undefined,
): AsyncGenerator<readonly Stored[]> {
  for (let after: string | null | undefined; after !== null;) {
    const page: Awaited<ReturnType<typeof readSortedRows<Stored, Sorted>>> = await readSortedRows(
      log,
      db,
      scope,
      sort,
      after,
      SLICE_ROWS,
      columns,
    );
    yield page.rows;
    after = page.next;
  }
};
