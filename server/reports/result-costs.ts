import type { Parts } from '../parts.ts';
import { ofExistingVisitors, rowsOfSteps } from '../store/clickhouse/contact-rows.ts';
import { isFiner, type Scope } from '../store/clickhouse/counts.ts';
import { costingResults, resultTotals, type CostingResult } from '../store/postgres/costs.ts';
import type { Period } from './period.ts';
import type { Rows } from './rows.ts';

/** What results cost in one row, in 1/100 yen. */
interface Spent { readonly row: number; readonly approved: bigint; readonly pending: bigint }

/** Results that are read at once: their ids stand in the text of a query. */
const AT_ONCE = 20_000;

const stepOf = (conversion: string, interaction: string): string => `${conversion}/${interaction}`;

/**
 * What results cost, by row. A result stands where the contact does that it was made for: by its ad, and where rows are finer than ads by that contact of
 * its conversion's path. One whose contact is not on the path by the present rules, or whose conversion does not count, is money of its ad alone. Whatever
 * conversions are asked for, results cost what they cost; but where only new visitors are, those of others are no costs of theirs.
 */
export const resultSpending = async (
  { columnar, db }: Pick<Parts, 'columnar' | 'db'>, scope: Scope, companyId: number, period: Period, { grouping, rowOf }: Pick<Rows, 'grouping' | 'rowOf'>,
): Promise<Spent[]> => {
  const { productId } = scope.rules;
  if (!isFiner(grouping)) return (await resultTotals(db, companyId, productId, period)).map(({ adId, ...cost }) => ({ row: rowOf(adId), ...cost }));
  const rows = new Map<number, Spent>();
  let after: CostingResult | null = null;
  for (;;) {
    const page: readonly CostingResult[] = await costingResults(db, companyId, productId, period, { after, limit: AT_ONCE });
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined) break;
    const steps = page.flatMap(({ conversionId, interactionId }) => (interactionId === null ? [] : [{ conversion: conversionId, interaction: interactionId }]));
    const { made: _, ...plain } = scope;
    const during = { ...plain, from: first.ms, until: last.ms + 1 };
    const [placed, others] = await Promise.all([
      rowsOfSteps(columnar, during, grouping, steps), grouping.evaluation === 1 ? ofExistingVisitors(columnar, during, page.map(({ conversionId }) => conversionId)) : new Set(),
    ]);
    const found = new Map(placed.map(({ conversion, interaction, row }) => [stepOf(conversion, interaction), row]));
    for (const { adId, conversionId, interactionId, approved, pending } of page) {
      if (others.has(conversionId)) continue;
      const row = (interactionId === null ? undefined : found.get(stepOf(conversionId, interactionId))) ?? rowOf(adId);
      const sum = rows.get(row);
      rows.set(row, { row, approved: (sum?.approved ?? 0n) + approved, pending: (sum?.pending ?? 0n) + pending });
    }
    if (page.length < AT_ONCE) break;
    after = last;
  }
  return [...rows.values()];
};
