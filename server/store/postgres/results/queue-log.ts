import { and, eq, exists, gt, inArray, isNotNull, ne, not, notExists, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import { hasNewer, isPresentStatus } from './notification-claims.ts';
import { CV_TAG, isPaused, WEBHOOK } from './notifications.ts';
import { namedBy, pagedLog, sortedAs, type OneProduct } from '../engine/paged-log.ts';
import { ad, asp, decision, notification, notificationAttempt, result } from '../schema/index.ts';
import { isInReach, type ResultReach } from './result-reach.ts';

/** The notification queue: notifications with their latest attempt, newest first. */

const attempt = notificationAttempt;
const success = sql`case when ${notification.state} = 'done' then true when ${notification.state} in ('dead', 'superseded') then false end`;
/** Method of a notification: TAG (on a page), POST (signed) or GET. */
const method = sql`case when ${notification.method} = ${CV_TAG} then 'TAG' when ${notification.body} is null then 'GET' else 'POST' end`;

const ofResult = (column: PgColumn): SQL =>
  sql`(select ${column} from ${result} where ${result.id} = ${notification.resultId})`;
/** @param paused whether the network is paused */
const stateOf = (paused: SQL): SQL =>
  sql`case ${notification.state} when 'ready' then case when ${paused} then 'paused' else 'waiting' end else ${notification.state} end`;
const notifiedStatus = sql`(select ${decision.toStatus} from ${decision} where ${decision.id} = ${notification.decisionId})`;
/** A column of the latest recorded attempt; an attempt in progress is not recorded yet. */
const ofAttempt = (column: PgColumn): SQL =>
  sql`(select ${column} from ${attempt} where ${attempt.notificationId} = ${notification.id} order by ${attempt.number} desc limit 1)`;

/** Filter columns by API field name. */
const filtered = (scope: OneProduct) => {
  const [ofAd, ofNetwork] = [
    namedBy(ofResult(result.cvAdId), ad, scope),
    namedBy(notification.aspId, asp, scope),
  ];
  return {
    result_queue_id: notification.id,
    result_id: notification.resultId,
    asp_id: notification.aspId,
    asp_name: ofNetwork(asp.name),
    cv_ad_id: ofResult(result.cvAdId),
    cv_ad_name: ofAd(ad.name),
    version: sql`(select ${decision.version} from ${decision} where ${decision.id} = ${notification.decisionId})`,
    approval_status: notifiedStatus,
    queue_result: success,
    state: stateOf(ofNetwork(asp.pausedAt).names(isPaused)),
    attempts: notification.attempts,
    http_status: ofAttempt(attempt.httpStatus),
    failure: ofAttempt(attempt.failure),
    answer: sql`coalesce(${ofAttempt(attempt.answer)}, '')`,
    method,
    executed_time: ofAttempt(attempt.executedAt),
    next_time: notification.nextAt,
    created_at: notification.createdAt,
  };
};
export type QueueFilter = keyof ReturnType<typeof filtered>;

export const queueLog = pagedLog({
  table: notification,
  time: notification.createdAt,
  adId: ofResult(result.cvAdId),
  filtered,
  searched: ['result_queue_id', 'result_id', 'asp_name', 'cv_ad_name', 'answer'],
  counted: {
    success: sql`${notification.state} = 'done'`,
    failure: sql`${notification.state} = 'dead'`,
    pending: sql`${notification.state} in ('ready', 'sending')`,
  },
  shown: {
    result_queue_id: notification.id,
    result_id: notification.resultId,
    version: decision.version,
    asp_id: notification.aspId,
    asp_name: asp.name,
    cv_ad_id: result.cvAdId,
    cv_ad_name: sql`coalesce(${ad.name}, '')`,
    approval_status: decision.toStatus,
    method,
    url: notification.url,
    body: notification.body,
    queue_result: success,
    state: stateOf(isPaused),
    attempts: notification.attempts,
    http_status: attempt.httpStatus,
    failure: attempt.failure,
    answer: sql`coalesce(${attempt.answer}, '')`,
    executed_time: attempt.executedAt,
    next_time: sql`case when ${notification.state} = 'ready' and ${notification.method} = ${WEBHOOK} then ${notification.nextAt} end`,
    created_at: notification.createdAt,
  },
  sorted: {
    ...sortedAs('number', {
      result_queue_id: notification.id,
      result_id: notification.resultId,
      asp_id: notification.aspId,
      cv_ad_id: ofResult(result.cvAdId),
      approval_status: notifiedStatus,
      attempts: notification.attempts,
      http_status: ofAttempt(attempt.httpStatus),
    }),
    ...sortedAs('text', {
      asp_name: sql`(select ${asp.name} from ${asp} where ${asp.id} = ${notification.aspId})`,
      cv_ad_name: sql`(select ${ad.name} from ${ad} where ${ad.id} = ${ofResult(result.cvAdId)})`,
      method,
      state: notification.state,
      failure: ofAttempt(attempt.failure),
      answer: ofAttempt(attempt.answer),
    }),
    ...sortedAs('flag', { queue_result: sql`(${success})::integer` }),
    ...sortedAs('time', {
      executed_time: ofAttempt(attempt.executedAt),
      next_time: notification.nextAt,
      created_at: notification.createdAt,
    }),
  },
  always: ['result_queue_id', 'created_at'],
  joined: (db, fields) =>
    db
      .select(fields)
      .from(notification)
      .innerJoin(asp, and(eq(asp.id, notification.aspId), eq(asp.companyId, notification.companyId)))
      .innerJoin(result, eq(result.id, notification.resultId))
      .innerJoin(decision, eq(decision.id, notification.decisionId))
      .leftJoin(ad, and(eq(ad.id, result.cvAdId), eq(ad.companyId, notification.companyId)))
      .leftJoin(
        attempt,
        and(eq(attempt.notificationId, notification.id), eq(attempt.number, ofAttempt(attempt.number))),
      )
      .$dynamic(),
});

/** Attempts of a notification in order; null: no such notification is visible. */
export const queuedAttempts = async (db: Database, key: ResultReach & { readonly id: number }) => {
  const [found] = await db
    .select({ id: notification.id })
    .from(notification)
    .innerJoin(result, eq(result.id, notification.resultId))
    .where(and(eq(notification.companyId, key.companyId), eq(notification.id, key.id), isInReach(key)));
  if (found === undefined) return null;
  return db
    .select({
      number: attempt.number,
      success: attempt.success,
      http_status: attempt.httpStatus,
      failure: attempt.failure,
      answer: attempt.answer,
      executed_time: attempt.executedAt,
    })
    .from(attempt)
    .where(and(eq(attempt.companyId, key.companyId), eq(attempt.notificationId, key.id)))
    .orderBy(attempt.number);
};

/**
 * Makes notifications due immediately and restarts their retry delays: those with these ids, or all failed ones of a
 * network. Left out are notifications in progress, those of earlier decisions, those that wait for the hold, those of
 * networks without a webhook, CV tags, which only their own page can fetch, and notifications of erased conversions,
 * whose contents are gone.
 * @returns ids of the notifications and of their networks
 */
export const resend = async (
  tx: Database,
  key: ResultReach,
  which: { readonly ids: readonly number[] } | { readonly aspId: number },
  at: Date,
): Promise<{ readonly id: number; readonly aspId: number }[]> => {
  const limit = isInReach(key);
  const ofResults =
    limit === undefined
      ? undefined
      : inArray(notification.resultId, tx.select({ id: result.id }).from(result).where(limit));
  return tx
    .update(notification)
    .set({ state: 'ready', nextAt: at, leaseUntil: null, attemptsBefore: sql`${notification.attempts}` })
    .where(
      and(
        eq(notification.companyId, key.companyId),
        eq(notification.method, WEBHOOK),
        not(hasNewer),
        exists(
          tx
            .select({ id: asp.id })
            .from(asp)
            .where(
              and(eq(asp.id, notification.aspId), eq(asp.resultMethod, WEBHOOK), ne(asp.webhookUrl, '')),
            ),
        ),
        isPresentStatus,
        ofResults,
        notExists(
          tx
            .select({ id: result.id })
            .from(result)
            .where(and(eq(result.id, notification.resultId), isNotNull(result.erasedAt))),
        ),
        'ids' in which
          ? and(
              inArray(notification.id, [...which.ids]),
              inArray(notification.state, ['ready', 'done', 'dead', 'superseded']),
              // A decision can be taken back until its notification is due.
              not(and(eq(notification.attempts, 0), gt(notification.nextAt, at))!),
            )
          : and(
              eq(notification.aspId, which.aspId),
              sql`(${notification.state} = 'dead' or (${notification.state} = 'ready' and ${notification.attempts} > ${notification.attemptsBefore}))`,
            ),
      ),
    )
    .returning({ id: notification.id, aspId: notification.aspId });
};

/** Notifications with their results, decided statuses and present networks. */
export const notifiedResults = (tx: Database, ids: readonly number[]) =>
  tx
    .select({
      id: notification.id,
      body: notification.body,
      createdAt: notification.createdAt,
      decisionId: decision.id,
      status: decision.toStatus,
      result,
      network: asp,
    })
    .from(notification)
    .innerJoin(result, eq(result.id, notification.resultId))
    .innerJoin(decision, eq(decision.id, notification.decisionId))
    .innerJoin(asp, eq(asp.id, notification.aspId))
    .where(inArray(notification.id, [...ids]));

/** The request of a notification. `body` null: a GET. */
export interface NotificationRequest {
  readonly id: number;
  readonly url: string;
  readonly body: string | null;
}

/** Replaces the requests of notifications that wait. */
export const replaceRequests = async (
  tx: Database,
  requests: readonly NotificationRequest[],
): Promise<void> => {
  await tx.execute(sql`
    update ${notification} set url = request.url, body = request.body
    from json_to_recordset(${JSON.stringify(requests)}::json) as request(id bigint, url text, body text)
    where ${notification.id} = request.id`);
};
