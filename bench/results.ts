import { sql } from 'drizzle-orm';
import type { Database } from '../server/store/postgres/engine/database.ts';

/** Owners of the results, which are distributed over `ads`. */
interface Place {
  readonly companyId: number;
  readonly productId: number;
  readonly aspId: number;
  readonly ads: readonly number[];
}

/**
 * Inserts results, each with its first decision and a notification with one attempt: rows of the result log and the
 * queue.
 */
export const insertResults = async (
  db: Database,
  { companyId, productId, aspId, ads }: Place,
  rows: number,
): Promise<void> => {
  const ad = sql.raw(`(array[${ads.join(',')}])[1 + n % ${ads.length}]`);
  await db.execute(sql`insert into result (company_id, product_id, asp_id, cv_ad_id, result_type, conversion_id, interaction_id, visitor_id, interaction_number, cv_time, ip_address,
      xclid, media_session_id, media_management1, media_management2, args, user_id, amount, cv_cost, approval_amount_result, approval_status)
    select ${companyId}::integer, ${productId}::integer, ${aspId}::integer, ${ad}, 1, ${productId}::bigint * 1000000000 + n, n, (n::bigint * 7919)::text, 1 + n % 9, timestamptz '2026-02-01' + n * interval '10 seconds', '203.0.113.9',
      md5(n::text), md5('session' || n), 'campaign', '検索広告', 'order-' || n, md5('user' || n), 1000 + n % 9000, 300.5, 0, n % 3 from generate_series(1, ${rows}::integer) as n`);
  await db.execute(
    sql`insert into decision (company_id, result_id, version, to_status, rule, reason) select company_id, id, 1, approval_status, 'automatic', '規則による' from result where product_id = ${productId}`,
  );
  await db.execute(sql`insert into notification (company_id, product_id, asp_id, result_id, decision_id, url, state, attempts, created_at)
    select r.company_id, r.product_id, r.asp_id, r.id, d.id, 'https://network.example/postback?xclid=' || r.xclid || '&status=' || r.approval_status, 'done', 1, r.cv_time
    from result as r join decision as d on d.result_id = r.id where r.product_id = ${productId}`);
  await db.execute(
    sql`insert into notification_attempt (notification_id, number, company_id, http_status, answer, success) select id, 1, company_id, 200, '{"ok": true}', true from notification where product_id = ${productId}`,
  );
  await db.execute(sql`analyze result, decision, notification, notification_attempt`);
};
