import { sql } from 'drizzle-orm';
import type { Columnar } from '../server/store/clickhouse/engine/columnar.ts';
import type { Database } from '../server/store/postgres/engine/database.ts';
import { rebuildResultSums } from '../server/store/postgres/results/result-changes.ts';
import { asp } from '../server/store/postgres/schema/index.ts';
import { PRODUCT, YEAR } from './events.ts';

/** Number of months whose results are created in one statement. */
const MONTHS = 12;

/** By the id's digits: six of ten results are approved, two pending and two rejected; a result costs 100 to 400 yen. */
const MADE = `arrayJoin(range(1 + conversion_id % 2)) AS network, arrayStringConcat([toString(conversion_id), toString(interaction_ids[-1]), toString(ad_ids[-1]), toString(toUnixTimestamp64Milli(ts)), toString(network)], ' ') AS line`;

/**
 * Creates results for last conversions with a path: one for each, and a second for every other one, so three per
 * hundred contacts. Ledgers are omitted, because no report reads them.
 */
export const makeResults = async (columnar: Columnar, db: Database, companyId: number): Promise<void> => {
  const [first, second] = (
    await db
      .insert(asp)
      .values(['網一', '網二'].map(name => ({ companyId, productId: PRODUCT, name })))
      .returning()
  ).map(({ id }) => id);
  const month = (YEAR.until - YEAR.from) / MONTHS;
  for (let from = YEAR.from; from < YEAR.until; from += month) {
    const answer = await columnar.query({
      query: `SELECT line FROM (SELECT ${MADE} FROM conversion_path FINAL WHERE product_id = ${PRODUCT} AND cv_type = 1 AND notEmpty(ad_ids)
        AND ts >= fromUnixTimestamp64Milli({from: Int64}) AND ts < fromUnixTimestamp64Milli({until: Int64}))`,
      query_params: { from, until: from + month },
      format: 'TabSeparated',
    });
    await db.execute(sql`
      insert into result (company_id, product_id, asp_id, cv_ad_id, result_type, conversion_id, interaction_id, interaction_number, cv_time, ip_address, cv_cost, approval_status)
      select ${companyId}::integer, ${PRODUCT}::integer, case part[5] when '0' then ${first}::integer else ${second}::integer end, part[3]::integer, case part[5] when '0' then 1 else 3 end, part[1]::bigint, part[2]::bigint, 1,
        to_timestamp(part[4]::bigint / 1000.0), '::1', 100 + part[3]::integer % 4 * 100, case when part[1]::bigint % 10 < 6 then 1 when part[1]::bigint % 10 < 8 then 0 else 2 end
      from (select string_to_array(line, ' ') as part from string_to_table(${(await answer.text()).trim()}, E'\n') as line where line <> '') as read`);
  }
  // The state after the result worker, without its delay of five seconds.
  await rebuildResultSums(db);
  await db.execute(sql`vacuum analyze result, result_sum`);
};
