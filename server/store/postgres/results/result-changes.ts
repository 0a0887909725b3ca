import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { result, resultChange, resultSum } from '../schema/index.ts';

/** Folds result changes into the sums of results, and rebuilds the sums. */

const NUMBERS = ['pending', 'approved', 'rejected', 'pending_cost', 'approved_cost'] as const;
const each = (write: (column: SQL) => SQL): SQL =>
  sql.join(
    NUMBERS.map(name => write(sql`${sql.identifier(name)}`)),
    sql`, `,
  );
const COLUMNS = sql`company_id, product_id, span, day, ad_id, ${each(column => column)}`;

/** Sums lines in the form of `result_sum`: by day and ad, by month and ad, and by day. */
const summed = (lines: SQL): SQL => sql`
  select company_id, product_id, case when grouping(month) = 0 then 'ad_month' when grouping(ad_id) = 0 then 'ad_day' else 'day' end, coalesce(day, month), coalesce(ad_id, 0), ${each(column => sql`sum(${column})`)}
  from (select *, date_trunc('month', day::timestamp)::date as month from (${lines}) as line) as dated
  group by company_id, product_id, grouping sets ((day, ad_id), (month, ad_id), (day))`;

/** Minimum number of changes to fold: fewer are read faster than folded. */
const MIN_ROWS_TO_FOLD = 1_000;

/** Folds all changes into the sums. @param worth minimum number of changes; with fewer it does nothing and returns 0 */
const fold = (db: Database, worth: number): Promise<number> =>
  db.transaction(async tx => {
    const {
      rows: [due],
    } = await tx.execute<{ worth: boolean }>(sql`
    select (select count(*) from (select from ${resultChange} limit ${worth}) as found) >= ${worth} and pg_try_advisory_xact_lock(hashtext('touchpath result sums')) as worth`);
    if (due?.worth !== true) return 0;
    const {
      rows: [done],
    } = await tx.execute<{ changes: number; empty: boolean }>(sql`
    with gone as (delete from ${resultChange} returning *),
      folded as (
        insert into ${resultSum} as known (${COLUMNS}) ${summed(sql`select * from gone`)}
        on conflict (company_id, product_id, span, day, ad_id) do update set ${each(column => sql`${column} = known.${column} + excluded.${column}`)}
        returning known.pending = 0 and known.approved = 0 and known.rejected = 0 as empty
      )
    select (select count(*)::integer from gone) as changes, (select coalesce(bool_or(empty), false) from folded) as empty`);
    if (done?.empty === true)
      await tx.execute(sql`delete from ${resultSum} where pending = 0 and approved = 0 and rejected = 0`);
    return done?.changes ?? 0;
  });

/**
 * Folds result changes into their sums, by one process at a time. Concurrent readers see each change in exactly one of
 * the tables; writers never wait.
 * @returns number of folded changes
 */
export const foldResultChanges = async (db: Database, worth = MIN_ROWS_TO_FOLD): Promise<number> => {
  const folded = await fold(db, worth);
  // Without a vacuum readers would scan the deleted rows until autovacuum runs, which may take minutes.
  if (folded > 0) await db.execute(sql`vacuum (truncate false) ${resultChange}, ${resultSum}`);
  return folded;
};

/**
 * Rebuilds the sums of results in one snapshot: present results are summed and noted changes are deleted. Concurrent
 * changes are noted separately and remain.
 */
export const rebuildResultSums = (db: Database): Promise<void> =>
  db.transaction(
    async tx => {
      await tx.execute(sql`set local statement_timeout = 0`);
      // The lock precedes the snapshot, so that the snapshot follows a concurrent fold.
      await tx.execute(sql`lock table ${resultSum} in share row exclusive mode`);
      await tx.execute(sql`delete from ${resultSum}`);
      await tx.execute(sql`delete from ${resultChange}`);
      const cost = (status: number) =>
        sql`case approval_status when ${sql.raw(String(status))} then cv_cost * 100 else 0 end`;
      await tx.execute(
        sql`insert into ${resultSum} (${COLUMNS}) ${summed(sql`
    select company_id, product_id, (cv_time at time zone 'Asia/Tokyo')::date as day, coalesce(cv_ad_id, 0) as ad_id,
      (approval_status = 0)::integer as pending, (approval_status = 1)::integer as approved, (approval_status = 2)::integer as rejected, ${cost(0)} as pending_cost, ${cost(1)} as approved_cost
    from ${result}`)}`,
      );
    },
    { isolationLevel: 'repeatable read' },
  );
