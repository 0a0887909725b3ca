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

/** A log that is read in slices: its rows as lines of JSON, and the position of each row. */
export interface SlicedLog<Stored extends object, Sorted extends string> {
  readonly store: Pick<PagedLog<string, string, Sorted>, 'lines' | 'sortable'>;
  readonly placeOf: (row: Stored) => LogPlace;
}

/** Rows of one slice, about 1 MB. */
const SLICE_ROWS = 1_000;

const parseLines = <Stored extends object>(lines: string): Stored[] =>
  lines === '' ? [] : lines.split('\n').map(line => JSON.parse(line) as Stored);

/** Removes the sort value from a row, because it is no column of the log. @returns the value */
const takeSortedValue = (row: object): string | null => {
  const sorted = row as { [SORTED_VALUE]?: string | null };
  const value = sorted[SORTED_VALUE] ?? null;
  delete sorted[SORTED_VALUE];
  return value;
};

/** Reads a page of the newest rows after a position. @returns `hasMore`: whether a next page exists */
export const readNewestRows = async <Stored extends object, Sorted extends string>(
  { store }: SlicedLog<Stored, Sorted>,
  db: Database,
  scope: LogScope,
  after: LogPlace | null,
  limit: number,
): Promise<{ readonly rows: readonly Stored[]; readonly hasMore: boolean }> => {
  // One row more than the page is read, to know whether a next page exists.
  const found = parseLines<Stored>(await store.lines(db, scope, { after, limit: limit + 1 }));
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
};

/** Reads a page of sorted rows. @returns `next`: cursor of the next page; null: this is the last page */
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

/** Reads a log in slices, the newest rows first. @param columns undefined: all */
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

/** Reads a log in slices, in the order of a column. @param columns undefined: all */
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
