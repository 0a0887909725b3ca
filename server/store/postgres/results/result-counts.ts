import { and, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { beginOfDay, dayText, tokyoDay } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import type { LogScope } from '../engine/paged-log.ts';
import { resultChange, resultSum } from '../schema/index.ts';

/**
 * Number of results by status, from the sums by day in Tokyo: some hundred rows are read, whatever the number of
 * results.
 */

const NAMES = ['pending', 'approved', 'rejected'] as const;
type Counts = Record<(typeof NAMES)[number], number>;

/** The day in Tokyo that begins at a time in ms; null: the time is within a day. */
const dayAt = (ms: number): string | null => (beginOfDay(tokyoDay(ms)) === ms ? dayText(tokyoDay(ms)) : null);

/** Codes of the requested statuses; null: the scope has other conditions, which sums cannot answer. */
const statusesOf = ({ conditions, words }: LogScope): ReadonlySet<number> | null => {
  if (words.length > 0) return null;
  let wanted: ReadonlySet<number> = new Set(NAMES.keys());
  for (const { field, kind, op, values } of conditions) {
    if (field !== 'approval_status' || kind !== 'integer' || (op !== 'exact' && op !== 'in')) return null;
    wanted = new Set(values.filter(value => wanted.has(value)));
  }
  return wanted;
};

/** @returns null: the sums cannot answer, because the scope is not made of full days, ads and statuses only */
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
