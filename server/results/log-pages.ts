import type { Viewer } from '../http/visibility.ts';
import type { Kind } from '../http/filters.ts';
import { writeCursor } from '../event-logs/cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { createPack } from '../platform/packed-lines.ts';
import { SORTED_ROWS_LIMIT, tooManyToSort } from '../event-logs/sorting.ts';
import {
  SORTED_VALUE,
  type LogPlace,
  type LogScope,
  type LogSort,
  type PagedLog,
} from '../store/postgres/engine/paged-log.ts';
import { BEGINNING, placeOf, readPlace, scopeOf, type NewerQuestion, type Question } from './questions.ts';
import { readLogSort, readSortedPlace, writeSortedPlace } from './sorting.ts';

/**
 * The log of results and that of notifications, as whoever asks may see them: pages, what is newer, and all
 * of it.
 */

interface LogParts<
  Stored extends object,
  Shown extends string,
  Counted extends string,
  Sorted extends string,
> {
  readonly store: PagedLog<Shown, Counted, Sorted>;
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly placeOf: (row: Stored) => LogPlace;
  /** Fills in how a viewer sees a row; of a file it may have the wanted columns only. */
  readonly fill: (viewer: Viewer) => (row: Partial<Stored>) => void;
}

/** Rows that a question to the store brings: some 1 MB. */
const SLICE = 1_000;
/** What holds an instant is called so. */
const TIME = /_(?:time|at)$/;

/** As answers have them. The store's lines have them as PostgreSQL writes JSON. */
const shownTimes = (names: readonly string[]) => {
  const times = names.filter(name => TIME.test(name));
  return (row: Record<string, unknown>): void => {
    for (const name of times) {
      const time = row[name];
      if (typeof time === 'string') row[name] = new Date(time).toISOString();
    }
  };
};

export const logOf = <
  Stored extends object,
  Shown extends string,
  Counted extends string,
  Sorted extends string,
>({
  store,
  kinds,
  placeOf: placeOfRow,
  fill,
}: LogParts<Stored, Shown, Counted, Sorted>) => {
  const times = shownTimes(store.columns);
  // Filled in: a copy of so many fields is dear.
  const shownTo = (viewer: Viewer) => {
    const filled = fill(viewer);
    return (row: Stored): Stored => {
      times(row as Record<string, unknown>);
      filled(row);
      return row;
    };
  };
  const totalOf = (counts: Readonly<Record<Counted, number>>): number =>
    Object.values<number>(counts).reduce((sum, count) => sum + count, 0);
  const placeIn = (row: Stored | undefined): string =>
    writeCursor(row === undefined ? BEGINNING : placeOfRow(row));
  const orderOf = (question: Question): LogSort<Sorted> | null =>
    readLogSort(question.ordering, store.sortable);
  /** Takes the value that a row is sorted by out of it: it is no column of the log. */
  const valueOf = (row: Stored): string | null => {
    const sorted = row as { [SORTED_VALUE]?: string | null };
    const value = sorted[SORTED_VALUE] ?? null;
    delete sorted[SORTED_VALUE];
    return value;
  };
  const requireFew = (sort: LogSort<Sorted> | null, total: number): void => {
    if (sort !== null && total > SORTED_ROWS_LIMIT) throw tooManyToSort();
  };

  /** A page of sorted rows, with the cursor of the next one. */
  const sortedPage = async (
    db: Dependencies['db'],
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
    const found = lines === '' ? [] : lines.split('\n').map(line => JSON.parse(line) as Stored);
    const values = found.map(valueOf);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return {
      rows,
      next:
        found.length > limit && last !== undefined
          ? writeSortedPlace({ ...placeOfRow(last), value: values[limit - 1] ?? null })
          : null,
    };
  };

  return {
    /** What every column that it is filtered by holds. */
    kinds,

    /** @throws {Failure} `invalid`, `no_permission_for_data` */
    page: async ({ db }: Pick<Dependencies, 'db'>, viewer: Viewer, question: Question) => {
      const scope = scopeOf(viewer, question, kinds);
      const sort = orderOf(question);
      const limit = question.limit ?? 100;
      const first = question.after === undefined;
      if (sort !== null) {
        const counts = first ? await store.counts(db, scope) : null;
        if (counts !== null) requireFew(sort, totalOf(counts));
        const { rows, next } = await sortedPage(db, scope, sort, question.after, limit);
        return {
          results: rows.map(shownTo(viewer)),
          next,
          latest: null,
          total: counts && totalOf(counts),
          counts,
        };
      }
      const after = placeOf(question.after);
      // One row more than the page tells whether there is a next one.
      const [lines, counts] = await Promise.all([
        store.lines(db, scope, { after, limit: limit + 1 }),
        first ? store.counts(db, scope) : null,
      ]);
      const found = lines === '' ? [] : lines.split('\n').map(line => JSON.parse(line) as Stored);
      const rows = found.slice(0, limit);
      return {
        results: rows.map(shownTo(viewer)),
        next: found.length > limit ? placeIn(rows.at(-1)) : null,
        latest: first ? placeIn(rows[0]) : null,
        total: counts && totalOf(counts),
        counts,
      };
    },

    /**
     * How many rows of the same question are newer than a place. One that came late stands further down and
     * is not among them.
     *
     * @throws {Failure} as a page
     */
    newer: async ({ db }: Pick<Dependencies, 'db'>, viewer: Viewer, question: NewerQuestion) => ({
      count: await store.newer(db, scopeOf(viewer, question, kinds), readPlace(question.than, 'than')),
    }),

    /**
     * The whole log that a question asks for, slice by slice as it is read.
     *
     * @param columns null: all
     * @throws {Failure} as a page
     */
    all: async (
      { db }: Pick<Dependencies, 'db'>,
      viewer: Viewer,
      question: Question,
      columns: readonly string[] | null,
    ) => {
      const scope = scopeOf(viewer, question, kinds);
      const wanted = columns === null ? undefined : new Set(columns);
      const sort = orderOf(question);
      const count = totalOf(await store.counts(db, scope));
      requireFew(sort, count);
      const sortedSlices = async function* (
        by: LogSort<Sorted>,
      ): AsyncGenerator<Readonly<Record<string, unknown>>[]> {
        const show = shownTo(viewer);
        for (let after: string | null | undefined; after !== null;) {
          const page: Awaited<ReturnType<typeof sortedPage>> = await sortedPage(
            db,
            scope,
            by,
            after,
            SLICE,
            wanted,
          );
          yield page.rows.map(show) as readonly object[] as Record<string, unknown>[];
          after = page.next;
        }
      };
      const slices = async function* (): AsyncGenerator<Readonly<Record<string, unknown>>[]> {
        const pack = createPack();
        const show = shownTo(viewer);
        for (let after: LogPlace | null = null, rows = SLICE; rows === SLICE;) {
          rows = 0;
          pack.clear();
          pack.add(await store.lines(db, scope, { after, limit: SLICE }, wanted));
          for (const piece of pack.read<Stored>()) {
            rows += piece.length;
            after = placeOfRow(piece.at(-1)!);
            yield piece.map(show) as readonly object[] as Record<string, unknown>[];
          }
        }
      };
      return { count, batches: sort === null ? slices() : sortedSlices(sort) };
    },
  };
};
