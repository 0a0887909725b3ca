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
  /** Body of a signed POST; HTML of a CV tag; null: a GET request. */
  readonly body: string | null;
  /** Due time of a webhook call; for a CV tag, the time until which its page can fetch it. */
  readonly nextAt: Date;
}

/** Adds notifications to the queue, in the transaction of their decisions. */
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
 * Due time of each result's newest unsent notification, in ms since 1970: a later decision must not be notified before
 * it.
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
 * Locks the notifications of decisions until the end of the transaction. Senders skip locked rows; the state shows
 * whether a sender has claimed one.
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

/** Deletes locked notifications that no sender has claimed, so they are never sent. */
export const withdrawNotifications = async (tx: Database, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await tx.delete(notification).where(inArray(notification.id, [...ids]));
};

/** Ids of networks with a due notification or an expired lease; paused networks are excluded. */
export const networksDue = async (db: Database, now: Date): Promise<number[]> => {
  const { rows } = await db.execute<{ asp_id: number }>(sql`
    select id as asp_id from ${asp} where paused_at is null
      and exists (select 1 from ${notification} where asp_id = ${asp}.id and method = ${WEBHOOK} and state in ('ready', 'sending') and next_at <= ${now.toISOString()}) order by id`);
  return rows.map(row => row.asp_id);
};

/** A notification that this process may send now. `attempt`: number under which the outcome is recorded. */
export interface ClaimedNotification {
  readonly id: number;
  readonly companyId: number;
  readonly url: string;
  readonly attempt: number;
  /** Attempt number for the retry delay: it restarts from 1 after a resend by hand. */
  readonly round: number;
  /** Body and the network's present secret for a signed POST; body null: a GET request. */
  readonly body: string | null;
  readonly secret: string;
}

/** The lock under which a process counts and claims the notifications of a network. */
const CLAIMING = sql`hashtext('touchpath claiming notifications')`;

/**
 * Claims due notifications of a network until `leaseUntil`, so that at most `atOnce` of it are being sent by all
 * processes together. `next_at` moves to the end of the lease, so a
 * row becomes due again if its sender crashes. `materialized` selects the due rows once: a subquery could be evaluated
 * for every row, and claim all of them.
 */
export const claimNotifications = async (
  db: Database,
  aspId: number,
  now: Date,
  leaseUntil: Date,
  atOnce: number,
): Promise<ClaimedNotification[]> => {
  // A lease that ends much later was taken before the clock was set back: it must not occupy a place until then.
  const lastEnd = new Date(2 * leaseUntil.getTime() - now.getTime());
  const { rows } = await db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMING}, ${aspId})`);
    return tx.execute<{
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
      order by next_at, id for update skip locked
      limit greatest(0, ${atOnce} - (select count(*) from ${notification} where asp_id = ${aspId} and state = 'sending' and next_at > ${now.toISOString()} and next_at <= ${lastEnd.toISOString()})))
    update ${notification} as claimed set state = 'sending', attempts = claimed.attempts + 1, lease_until = ${leaseUntil.toISOString()}, next_at = ${leaseUntil.toISOString()}
    from due, ${asp} as network
    where claimed.id = due.id and network.id = claimed.asp_id and network.paused_at is null
    returning claimed.id, claimed.company_id, claimed.url, claimed.body, network.webhook_secret as secret, claimed.attempts, claimed.attempts_before as before`);
  });
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

/** Outcome of one attempt. `retryAt` null: no further attempt. */
export interface AttemptOutcome {
  readonly success: boolean;
  readonly httpStatus: number | null;
  readonly failure: string | null;
  readonly answer: string;
  readonly executedAt: Date;
  readonly retryAt: Date | null;
}

/**
 * Records an attempt and its consequences in one transaction. A failure counts only if the attempt number shows that
 * the sender still has the claim, so an expired lease does not affect its successor. A success always counts.
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

/** Signing secret of a network; empty: unsigned, or the company has no such network. */
export const networkSecret = async (db: Database, companyId: number, aspId: number): Promise<string> =>
  (
    await db
      .select({ secret: asp.webhookSecret })
      .from(asp)
      .where(and(eq(asp.companyId, companyId), eq(asp.id, aspId)))
  )[0]?.secret ?? '';

/**
 * Pauses or resumes a network in a transaction.
 * @param at pause time; null: resume
 * @returns the pause times before and after; null: the company has no such network
 */
export const pauseNetwork = async (
  tx: Database,
  key: { readonly companyId: number; readonly aspId: number },
  at: Date | null,
): Promise<{ readonly before: Date | null; readonly after: Date | null } | null> => {
  const where = and(eq(asp.companyId, key.companyId), eq(asp.id, key.aspId));
  const [found] = await tx.select({ pausedAt: asp.pausedAt }).from(asp).where(where).for('no key update');
  if (found === undefined) return null;
  // A second pause keeps the first pause time.
  const after = at === null ? null : (found.pausedAt ?? at);
  // A pause is no change of the settings, so `updated_at` is preserved and an open form has no conflict.
  if (after !== found.pausedAt)
    await tx
      .update(asp)
      .set({ pausedAt: after, updatedAt: sql`${asp.updatedAt}` })
      .where(where);
  return { before: found.pausedAt, after };
};
