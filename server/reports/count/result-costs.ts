import type { ProductDependencies } from '../../dependencies.ts';
import { placeResults, type Placed } from '../../store/clickhouse/queries/result-rows.ts';
import { isFiner } from '../../store/clickhouse/queries/row-layout.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import {
  changedCosts,
  costingResults,
  type ResultLines,
  type ResultPage,
} from '../../store/postgres/results/result-lines.ts';
import { resultTotals } from '../../store/postgres/results/result-sums.ts';
import type { Period } from '../parse/period.ts';
import type { Rows } from './rows.ts';

/** The cost of results in one row, in 1/100 yen. */
interface Spent {
  readonly row: number;
  readonly approved: bigint;
  readonly pending: bigint;
}

/** Number of results per query: they are part of the query's text. */
const MAX_RESULTS_PER_QUERY = 30_000;

/**
 * The cost of results by row. A result belongs to the row of the contact it was created for: by its ad and,
 * where rows are finer than ads, by that contact on its conversion's path. A result whose contact is not on
 * the path under the present rules, or whose conversion does not count, is a cost of its ad only.
 * The filter of conversions does not change the cost of results, but rows of new visitors exclude the costs
 * of other visitors.
 *
 * Derived sums contain all but later changes of results; these are placed individually, as are all results
 * where the events are read.
 */
export const resultSpending = async (
  { columnar, db }: Pick<ProductDependencies, 'columnar' | 'db'>,
  scope: Scope,
  companyId: number,
  period: Period,
  { grouping, rowOf }: Pick<Rows, 'grouping' | 'rowOf'>,
): Promise<Spent[]> => {
  const { productId } = scope.rules;
  if (!isFiner(grouping))
    return (await resultTotals(db, companyId, productId, period)).map(({ adId, ...cost }) => ({
      row: rowOf(adId),
      ...cost,
    }));
  const { conversionFilter: _, ...plain } = scope;
  const spent = new Map<number, Spent>();
  const add = (placed: readonly Placed[]): void => {
    for (const { placed: isOfRow, place, approved, pending } of placed) {
      const row = isOfRow ? place : rowOf(place === 0 ? null : place);
      const known = spent.get(row);
      spent.set(
        row,
        known === undefined
          ? { row, approved, pending }
          : { row, approved: approved + known.approved, pending: pending + known.pending },
      );
    }
  };
  const placeEach = async (read: (page: ResultPage) => Promise<ResultLines | null>): Promise<void> => {
    for (let page = await read({ after: null, limit: MAX_RESULTS_PER_QUERY }); page !== null;) {
      const { last: after, from, until, text } = page;
      // The next batch is read while the database places this one.
      const [placed, next] = await Promise.all([
        placeResults(columnar, { ...plain, from, until }, grouping, text),
        page.count < MAX_RESULTS_PER_QUERY ? null : read({ after, limit: MAX_RESULTS_PER_QUERY }),
      ]);
      add(placed);
      page = next;
    }
  };
  const placedUpTo = scope.source.placedUpTo(scope);
  await Promise.all([
    scope.source.placedResults(columnar, plain, grouping).then(add),
    placeEach(page =>
      placedUpTo === null
        ? costingResults(db, companyId, productId, period, page)
        : changedCosts(db, companyId, productId, placedUpTo, period, page),
    ),
  ]);
  // Changes may cancel the existing amount to zero.
  return [...spent.values()].filter(({ approved, pending }) => approved !== 0n || pending !== 0n);
};
