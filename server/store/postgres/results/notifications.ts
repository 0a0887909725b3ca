import { and, eq, inArray, max, sql } from 'drizzle-orm';
import { insertMany, reserveKeys } from '../engine/bulk-insert.ts';
import type { Database } from '../engine/database.ts';
import { asp, notification, notificationAttempt } from '../schema/index.ts';

export const CV_TAG = 1;
export const WEBHOOK = 2;

export interface NewNotification {
  readonly companyId: number;
  readonly productId: number;
  readonly aspId: number;
  readonly resultId: number;
  readonly decisionId: number;
  readonly method: typeof CV_TAG | typeof WEBHOOK;
  readonly url: string;
  /** Of a signed POST, null: a GET; of a CV tag its HTML. */
  readonly body: string | null;
  /** Of a webhook when it is called; of a tag until when its page may ask for it. */
  readonly nextAt: Date;
}

/** Puts notifications into the queue. To be called in the transaction of the decisions that they tell. */
export const enqueueNotifications = async (
  tx: Database,
  rows: readonly NewNotification[],
  at: Date,
): Promise<void> => {
  if (rows.length === 0) return;
  const keys = await reserveKeys(tx, 'notification', rows.length);
  await insertMany(
    tx,
    'notification',
    rows.map((row, i) => ({
      ...row,
      id: keys[i]!,
      state: 'ready' as const,
      attempts: 0,
      leaseUntil: null,
      createdAt: at,
    })),
  );
};

/**
 * Until when the first call of each result's newest unsent notification waits, in milliseconds since 1970. A
 * later decision must not be notified before it.
 */
export const heldNotifications = async (
  tx: Database,
  resultIds: readonly number[],
): Promise<Map<number, number>> => {
  if (resultIds.length === 0) return new Map();
  const rows = await tx
    .select({ resultId: notification.resultId, due: max(notification.nextAt) })
    .from(notification)
    .where(
      and(
        inArray(notification.resultId, [...resultIds]),
        eq(notification.method, WEBHOOK),
        eq(notification.state, 'ready'),
        eq(notification.attempts, 0),
      ),
    )
    .groupBy(notification.resultId);
  return new Map(rows.map(({ resultId, due }) => [resultId, due?.getTime() ?? 0]));
};

/**
 * Locks the notifications of decisions until the end of the transaction: a sender passes over a locked row,
 * and one that a sender has claimed is told
 * by its state.
 */
export const lockNotifications = (tx: Database, decisionIds: readonly number[]) =>
  tx
    .select({
      id: notification.id,
      decisionId: notification.decisionId,
      state: notification.state,
      attempts: notification.attempts,
    })
    .from(notification)
    .where(inArray(notification.decisionId, [...decisionIds]))
    .orderBy(notification.id)
    .for('update');

/** Removes notifications that are locked and that no sender has claimed: nothing is sent of them. */
export const withdrawNotifications = async (tx: Database, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx.delete(notification).where(inArray(notification.id, [...ids]));
};

/**
 * Networks with a notification that is due, or whose sender did not come back in its time; paused ones wait.
 */
export const networksDue = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await db.execute<{ asp_id: number }>(sql`
    select id as asp_id from ${asp} where paused_at is null
      and exists (select 1 from ${notification} where asp_id = ${asp}.id and method = ${WEBHOOK} and state in ('ready', 'sending') and next_at <= ${now.toISOString()}) order by id`);
  return rows.map(row => row.asp_id);
};

/**
 * A notification that this program may now send; `attempt` is the number under which its answer is to be
 * recorded.
 */
export interface ClaimedNotification {
  readonly id: number;
  readonly companyId: number;
  readonly url: string;
  readonly attempt: number;
  /** The attempt as the waits count: from 1 again when it was sent again by hand. */
  readonly round: number;
  /** Of a signed POST, and the network's present secret; null: a GET. */
  readonly body: string | null;
  readonly secret: string;
}

/**
 * Takes up to `limit` due notifications of a network, so that no other program sends them before
 * `leaseUntil`.
 *
 * `next_at` moves to the end of the lease with it: whoever dies while sending leaves a row that becomes due
 * by itself. What is due is looked for once: a
 * condition on it may be run again for every row, each time finding the next ones, and then takes them all.
 */
export const claimNotifications = async (
  db: Database,
  aspId: number,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<ClaimedNotification[]> => {
  const { rows } = await db.execute<{
    id: string;
    company_id: number;
    url: string;
    body: string | null;
    secret: string;
    attempts: number;
    before: number;
  }>(sql`
    with due as materialized (
      select id from ${notification} where asp_id = ${aspId} and method = ${WEBHOOK} and state in ('ready', 'sending') and next_at <= ${now.toISOString()}
      order by next_at, id limit ${limit} for update skip locked)
    update ${notification} as claimed set state = 'sending', attempts = claimed.attempts + 1, lease_until = ${leaseUntil.toISOString()}, next_at = ${leaseUntil.toISOString()}
    from due, ${asp} as network
    where claimed.id = due.id and network.id = claimed.asp_id and network.paused_at is null
    returning claimed.id, claimed.company_id, claimed.url, claimed.body, network.webhook_secret as secret, claimed.attempts, claimed.attempts_before as before`);
  return rows
    .map(row => ({
      id: Number(row.id),
      companyId: row.company_id,
      url: row.url,
      attempt: row.attempts,
      round: row.attempts - row.before,
      body: row.body,
      secret: row.secret,
    }))
    .sort((a, b) => a.id - b.id);
};

/** How one attempt went. `retryAt` null: it is not tried again. */
export interface AttemptOutcome {
  readonly success: boolean;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly answer: string;
  readonly executedAt: Date;
  readonly retryAt: Date | null;
}

/**
 * Records an attempt and what follows from it, in one transaction.
 *
 * A failure counts only for the sender that still holds the row, which the attempt number tells: one whose
 * lease ran out does not disturb its
 * successor. A success counts always: the network was told, whoever told it.
 */
export const recordAttempt = (
  db: Database,
  claimed: ClaimedNotification,
  outcome: AttemptOutcome,
): Promise<void> =>
  db.transaction(async tx => {
    const { success, httpStatus, failure, answer, executedAt, retryAt } = outcome;
    await tx.insert(notificationAttempt).values({
      notificationId: claimed.id,
      number: claimed.attempt,
      companyId: claimed.companyId,
      httpStatus,
      failure,
      answer,
      success,
      executedAt,
    });
    const isClaimedAttempt = and(
      eq(notification.id, claimed.id),
      eq(notification.state, 'sending'),
      eq(notification.attempts, claimed.attempt),
    );
    if (success)
      await tx
        .update(notification)
        .set({ state: 'done', leaseUntil: null })
        .where(and(eq(notification.id, claimed.id), inArray(notification.state, ['ready', 'sending'])));
    else if (retryAt === null)
      await tx.update(notification).set({ state: 'dead', leaseUntil: null }).where(isClaimedAttempt);
    else
      await tx
        .update(notification)
        .set({ state: 'ready', nextAt: retryAt, leaseUntil: null })
        .where(isClaimedAttempt);
  });

/** What a network's notifications are signed with; empty: nothing, or the company has no such network. */
export const networkSecret = async (db: Database, companyId: number, aspId: number): Promise<string> =>
  (
    await db
      .select({ secret: asp.webhookSecret })
      .from(asp)
      .where(and(eq(asp.companyId, companyId), eq(asp.id, aspId)))
  )[0]?.secret ?? '';

/**
 * Pauses a network, or resumes it, inside a transaction; since when it is paused, before and now; null: the
 * company has no such network.
 */
export const pauseNetwork = async (
  tx: Database,
  key: { readonly companyId: number; readonly aspId: number },
  at: Date | null,
): Promise<{ readonly before: Date | null; readonly after: Date | null } | null> => {
  const where = and(eq(asp.companyId, key.companyId), eq(asp.id, key.aspId));
  const [found] = await tx.select({ pausedAt: asp.pausedAt }).from(asp).where(where).for('no key update');
  if (found === undefined) return null;
  // Paused twice, it is paused since the first time.
  const after = at === null ? null : (found.pausedAt ?? at);
  // Its settings stay as they are: whoever has them open is not told that somebody else changed them.
  if (after !== found.pausedAt)
    await tx
      .update(asp)
      .set({ pausedAt: after, updatedAt: sql`${asp.updatedAt}` })
      .where(where);
  return { before: found.pausedAt, after };
};
