import type { Dependencies } from '../../dependencies.ts';
import { keptResults, placeResults, type Placed } from '../../store/clickhouse/queries/result-rows.ts';
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

/** What results cost in one row, in 1/100 yen. */
interface Spent {
  readonly row: number;
  readonly approved: bigint;
  readonly pending: bigint;
}

/** Results that are read at once: they stand in the text of a query. */
const AT_ONCE = 30_000;

/**
 * What results cost, by row. A result stands where the contact does that it was made for: by its ad, and
 * where rows are finer than ads by that contact of
 * its conversion's path. One whose contact is not on the path by the present rules, or whose conversion does
 * not count, is money of its ad alone. Whatever
 * conversions are asked for, results cost what they cost; but where only new visitors are, those of others
 * are no costs of theirs.
 *
 * Derived sums know all of it but what was changed of results since; that is placed one by one, as all
 * results are where the events are read.
 */
export const resultSpending = async (
  { columnar, db }: Pick<Dependencies, 'columnar' | 'db'>,
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
  const { made: _, ...plain } = scope;
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
    for (let page = await read({ after: null, limit: AT_ONCE }); page !== null;) {
      const { last: after, from, until, text } = page;
      // While the engine places some, the next are read.
      const [placed, next] = await Promise.all([
        placeResults(columnar, { ...plain, from, until }, grouping, text),
        page.count < AT_ONCE ? null : read({ after, limit: AT_ONCE }),
      ]);
      add(placed);
      page = next;
    }
  };
  if (scope.source === 'events')
    await placeEach(page => costingResults(db, companyId, productId, period, page));
  else
    await Promise.all([
      keptResults(columnar, plain, grouping).then(add),
      placeEach(page => changedCosts(db, companyId, productId, scope.results ?? '0', period, page)),
    ]);
  // What was changed may leave nothing of what there was.
  return [...spent.values()].filter(({ approved, pending }) => approved !== 0n || pending !== 0n);
};
