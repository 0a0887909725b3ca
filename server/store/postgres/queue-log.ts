import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { conditionsOf, searchOf } from './conditions.ts';
import type { Database } from './database.ts';
import { linesOf, named, type InLine } from './lines.ts';
import { CV_TAG, WEBHOOK } from './notifications.ts';
import type { LogPlace, LogScope, PageAsked } from './result-log.ts';
import { ad, asp, decision, notification, notificationAttempt, result } from './schema.ts';

/** The result queue: notifications with their last attempt, the newest first. */

const state = sql<'waiting' | 'paused' | 'sending' | 'done' | 'dead'>`case ${notification.state} when 'ready' then case when ${asp.pausedAt} is null then 'waiting' else 'paused' end else ${notification.state} end`;
const success = sql<boolean | null>`case ${notification.state} when 'done' then true when 'dead' then false end`;
/** How a network is told: by a call, which is signed where it is a POST, or by its tag on the page. */
const method = sql<'GET' | 'POST' | 'TAG'>`case when ${notification.method} = ${CV_TAG} then 'TAG' when ${notification.body} is null then 'GET' else 'POST' end`;
const attempt = notificationAttempt;

/** What can be filtered by; the same names as in answers. */
const filtered = {
  result_queue_id: notification.id, result_id: notification.resultId, asp_id: notification.aspId, asp_name: asp.name, cv_ad_id: result.cvAdId, cv_ad_name: ad.name,
  approval_status: decision.toStatus, queue_result: success, state, attempts: notification.attempts, http_status: attempt.httpStatus, failure: attempt.failure, answer: attempt.answer,
  method, executed_time: attempt.executedAt, next_time: notification.nextAt, created_at: notification.createdAt,
} as const;
export type QueueFilter = keyof typeof filtered;
const SEARCHED = ['result_queue_id', 'result_id', 'asp_name', 'cv_ad_name', 'answer'] as const;

const shown = {
  result_queue_id: notification.id, result_id: notification.resultId, version: decision.version, asp_id: notification.aspId, asp_name: asp.name, cv_ad_id: result.cvAdId,
  cv_ad_name: ad.name, approval_status: decision.toStatus, method, url: notification.url, body: notification.body, queue_result: success, state, attempts: notification.attempts,
  http_status: attempt.httpStatus, failure: attempt.failure, answer: attempt.answer, executed_time: attempt.executedAt,
  next_time: sql<Date | null>`case when ${notification.state} = 'ready' and ${notification.method} = ${WEBHOOK} then ${notification.nextAt} end`.mapWith(notification.nextAt), created_at: notification.createdAt,
} as const;

const whereOf = ({ companyId, productId, adIds, from, until, conditions, words }: LogScope): SQL | undefined => and(
  eq(notification.companyId, companyId), eq(notification.productId, productId), adIds === undefined ? undefined : inArray(result.cvAdId, [...adIds]),
  from === undefined ? undefined : gte(notification.createdAt, new Date(from)), until === undefined ? undefined : lt(notification.createdAt, new Date(until)),
  conditionsOf(conditions, filtered), searchOf(words, SEARCHED, filtered),
);

/** Without filters nothing of other tables is needed to find notifications; whose they are is said by their results. */
const isPlain = ({ conditions, words, adIds }: LogScope): boolean => conditions.length === 0 && words.length === 0 && adIds === undefined;

/** The attempt of the number that was begun last; while it is under way, the one before it. */
const joined = (db: Database, fields: object) => db.select(fields as typeof shown).from(notification)
  .innerJoin(asp, and(eq(asp.id, notification.aspId), eq(asp.companyId, notification.companyId)))
  .innerJoin(result, eq(result.id, notification.resultId))
  .innerJoin(decision, eq(decision.id, notification.decisionId))
  .leftJoin(ad, and(eq(ad.id, result.cvAdId), eq(ad.companyId, notification.companyId)))
  .leftJoin(attempt, and(eq(attempt.notificationId, notification.id), sql`${attempt.number} = (select max(a.number) from ${attempt} as a where a.notification_id = ${notification.id})`));

export type QueueLogRow = InLine<Awaited<ReturnType<typeof joined>>[number]>;

/** Up to `limit` notifications after a place, the newest first: a {@link QueueLogRow} in each line. */
export const queueLines = (db: Database, scope: LogScope, { after, limit }: PageAsked): Promise<string[]> => {
  const order = [desc(notification.createdAt), desc(notification.id)];
  const found = and(whereOf(scope), after === null ? undefined : sql`(${notification.createdAt}, ${notification.id}) < (${new Date(after.ms).toISOString()}::timestamptz, ${after.id}::bigint)`);
  // As for results: what is joined is a page of rows, not all that follow.
  const which = isPlain(scope) ? sql`${notification.id} = any(array(${db.select({ id: notification.id }).from(notification).where(found).orderBy(...order).limit(limit)}))` : found;
  return linesOf(db, joined(db, named(shown)).where(which).orderBy(...order).limit(limit));
};

/** How many notifications were taken, given up, and are on their way. */
export const countQueue = async (db: Database, scope: LogScope): Promise<{ success: number; failure: number; pending: number }> => {
  const fields = {
    success: sql`count(*) filter (where ${notification.state} = 'done')::integer`, failure: sql`count(*) filter (where ${notification.state} = 'dead')::integer`,
    pending: sql`count(*) filter (where ${notification.state} in ('ready', 'sending'))::integer`,
  };
  const asked = isPlain(scope) ? db.select(fields).from(notification).where(whereOf(scope)) : joined(db, fields).where(whereOf(scope));
  const [counts] = await asked as unknown as { success: number; failure: number; pending: number }[];
  return counts ?? { success: 0, failure: 0, pending: 0 };
};

/** How many notifications were queued after a place. */
export const countNewerQueue = async (db: Database, scope: LogScope, than: LogPlace): Promise<number> => {
  const newer = and(whereOf(scope), sql`(${notification.createdAt}, ${notification.id}) > (${new Date(than.ms).toISOString()}::timestamptz, ${than.id}::bigint)`);
  const [found] = await joined(db, { amount: sql`count(*)::integer` }).where(newer) as unknown as { amount: number }[];
  return found?.amount ?? 0;
};

/** The attempts of a notification in order; null: there is no such notification to be seen. */
export const queuedAttempts = async (db: Database, key: { readonly companyId: number; readonly id: number; readonly adIds?: readonly number[] | undefined }) => {
  const [found] = await db.select({ id: notification.id }).from(notification).innerJoin(result, eq(result.id, notification.resultId))
    .where(and(eq(notification.companyId, key.companyId), eq(notification.id, key.id), key.adIds === undefined ? undefined : inArray(result.cvAdId, [...key.adIds])));
  if (found === undefined) return null;
  return db.select({ number: attempt.number, success: attempt.success, http_status: attempt.httpStatus, failure: attempt.failure, answer: attempt.answer, executed_time: attempt.executedAt })
    .from(attempt).where(and(eq(attempt.companyId, key.companyId), eq(attempt.notificationId, key.id))).orderBy(attempt.number);
};

/**
 * Makes notifications due at once and their waits begin anew: those of these numbers, whatever came of them, or all of a network that failed so
 * far. One that is under way is left to whoever sends it, and a CV tag, which only its own page could fetch, stays what it came to.
 *
 * @returns their numbers, and their networks'
 */
export const resend = async (
  tx: Database, key: { readonly companyId: number; readonly adIds?: readonly number[] | undefined }, which: { readonly ids: readonly number[] } | { readonly aspId: number }, at: Date,
): Promise<{ readonly id: number; readonly aspId: number }[]> => {
  const ofAds = key.adIds === undefined ? undefined : inArray(notification.resultId, tx.select({ id: result.id }).from(result).where(inArray(result.cvAdId, [...key.adIds])));
  return tx.update(notification).set({ state: 'ready', nextAt: at, leaseUntil: null, attemptsBefore: sql`${notification.attempts}` }).where(and(
    eq(notification.companyId, key.companyId), eq(notification.method, WEBHOOK), ofAds,
    'ids' in which ? and(inArray(notification.id, [...which.ids]), inArray(notification.state, ['ready', 'done', 'dead']))
      : and(eq(notification.aspId, which.aspId), sql`(${notification.state} = 'dead' or (${notification.state} = 'ready' and ${notification.attempts} > ${notification.attemptsBefore}))`),
  )).returning({ id: notification.id, aspId: notification.aspId });
};
