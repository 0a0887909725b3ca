import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { beginOfDay, dayText, tokyoDay } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import type { LogScope } from '../engine/paged-log.ts';
import { resultChange, resultSum } from '../schema/index.ts';

/**
 * How many results there are of each status, from their sums by Tokyo day: some hundred lines are read,
 * however many results they are of.
 */

const NAMES = ['pending', 'approved', 'rejected'] as const;
type Counts = Record<(typeof NAMES)[number], number>;

/** The Tokyo day that begins at a moment; null: none does. */
const dayAt = (ms: number): string | null => (beginOfDay(tokyoDay(ms)) === ms ? dayText(tokyoDay(ms)) : null);

/** The statuses, by their codes, of which rows are wanted; null: that is not all that is asked. */
const statusesOf = ({ conditions, words }: LogScope): ReadonlySet<number> | null => {
  if (words.length > 0) return null;
  let wanted: ReadonlySet<number> = new Set(NAMES.keys());
  for (const { field, kind, op, values } of conditions) {
    if (field !== 'approval_status' || kind !== 'integer' || (op !== 'exact' && op !== 'in')) return null;
    wanted = new Set(values.filter(value => wanted.has(value)));
  }
  return wanted;
};

/** @returns null: what is asked is not told by sums, as it is about more than whole days, ads and statuses */
export const resultCounts = async (db: Database, scope: LogScope): Promise<Counts | null> => {
  const { companyId, productId, adIds, from, until } = scope;
  const wanted = statusesOf(scope);
  const [first, end] = [from, until].map(ms => (ms === undefined ? undefined : dayAt(ms)));
  if (wanted === null || first === null || end === null) return null;
  const within = (table: typeof resultChange | typeof resultSum, span?: SQL): SQL =>
    sql`select ${table.pending}, ${table.approved}, ${table.rejected} from ${table} where ${and(
      eq(table.companyId, companyId),
      eq(table.productId, productId),
      span,
      first === undefined ? undefined : gte(table.day, first),
      end === undefined ? undefined : lt(table.day, end),
      adIds === undefined ? undefined : inArray(table.adId, [...adIds]),
    )}`;
  const {
    rows: [sums],
  } = await db.execute<Counts>(sql`
    select coalesce(sum(pending), 0)::integer as pending, coalesce(sum(approved), 0)::integer as approved, coalesce(sum(rejected), 0)::integer as rejected
    from (${within(resultChange)} union all ${within(resultSum, eq(resultSum.span, adIds === undefined ? 'day' : 'ad_day'))}) as line`);
  return Object.fromEntries(
    NAMES.map((name, status) => [name, wanted.has(status) ? (sums?.[name] ?? 0) : 0]),
  ) as Counts;
};
