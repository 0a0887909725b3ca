import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../engine/database.ts';
import { asp, decision, notification, notificationAttempt, result } from '../schema/index.ts';
import { isPaused, WEBHOOK } from './notifications.ts';

/**
 * Claims of due notifications, and the outcomes of their attempts.
 *
 * The notifications of one result are sent in the order of its decisions, which is the order of their ids: both are
 * given while the result is locked.
 */

/** @param ahead notifications due from this time on were stored while the clock was ahead, and are due */
const isDue = (now: Date, ahead: Date): SQL =>
  sql`(next_at <= ${now.toISOString()} or next_at >= ${ahead.toISOString()})`;

/**
 * Ids of networks with a due notification or an expired lease; paused and deleted networks are excluded.
 *
 * @param ahead see {@link isDue}
 */
export const networksDue = async (db: Database, now: Date, ahead: Date): Promise<number[]> => {
  const { rows } = await db.execute<{ asp_id: number }>(sql`
    select id as asp_id from ${asp} where not ${isPaused}
      and exists (select 1 from ${notification} where asp_id = ${asp}.id and method = ${WEBHOOK} and state in ('ready', 'sending') and ${isDue(now, ahead)}) order by id`);
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

/** Due notifications that are looked at in one round after a round that found superseded ones. */
const ROUND_SIZE = 500;

/**
 * Whether an earlier notification of the same result is being sent, or was never tried. An earlier one that waits for
 * a retry does not count: it is superseded as soon as this one is claimed. Not `exists`, which the database might answer
 * by a join with all notifications.
 */
const followsUnsent = sql`coalesce((
  select true from ${notification} as earlier where earlier.result_id = ${notification.resultId} and earlier.id < ${notification.id}
    and earlier.method = ${WEBHOOK} and (earlier.state = 'sending' or earlier.state = 'ready' and earlier.attempts = 0) limit 1), false)`;

/** Whether the result of a notification has a newer one. */
export const hasNewer = sql`exists (
  select 1 from ${notification} as newer where newer.result_id = ${notification.resultId} and newer.id > ${notification.id} and newer.method = ${WEBHOOK})`;

/** Whether the result has the status that a notification reports. */
export const isPresentStatus = sql`(select ${result.approvalStatus} from ${result} where ${result.id} = ${notification.resultId})
  = (select ${decision.toStatus} from ${decision} where ${decision.id} = ${notification.decisionId})`;

/**
 * Whether a newer decision makes a notification pointless: it was tried and has a newer one, or no newer one exists,
 * since the network had no webhook, and its status is not the present one. An interrupted attempt is repeated.
 */
const isSuperseded = sql<boolean>`case when ${hasNewer} then ${notification.state} = 'ready' and ${notification.attempts} > 0 else not (${isPresentStatus}) end`;

/** Time in ms until which the last decision over the result can be taken back; null: it cannot. */
const lastHold = sql`(select (extract(epoch from ${decision.heldUntil}) * 1000)::bigint from ${decision} join ${result} on ${result.id} = ${decision.resultId} and ${result.version} = ${decision.version}
  where ${decision.resultId} = ${notification.resultId})`;

interface DueNotification {
  readonly id: number;
  readonly superseded: boolean;
  /** For a superseded one: the newer decision can still be taken back until then. */
  readonly heldUntil: Date | null;
}

/** Locks the first due notifications of a network that may be sent now, or will not be sent. */
const lockDue = async (
  tx: Database,
  aspId: number,
  { now, ahead }: Readonly<Record<'now' | 'ahead', Date>>,
  limit: number,
): Promise<DueNotification[]> => {
  const { rows } = await tx.execute<{ id: string; superseded: boolean; held_ms: string | null }>(sql`
    with due as materialized (
      select id from ${notification} where asp_id = ${aspId} and method = ${WEBHOOK} and state in ('ready', 'sending') and ${isDue(now, ahead)} and not ${followsUnsent}
      order by next_at, id for update skip locked limit ${limit})
    select ${notification.id}, ${isSuperseded} as superseded, ${lastHold} as held_ms
    from ${notification} where ${notification.id} in (select id from due) order by next_at, id`);
  return rows.map(({ id, superseded, held_ms: holdEnd }) => ({
    id: Number(id),
    superseded,
    heldUntil: Number(holdEnd) > now.getTime() ? new Date(Number(holdEnd)) : null,
  }));
};

/** Ends superseded notifications; while the newer decision can be taken back, they wait for the end of its hold. */
const settleSuperseded = async (tx: Database, superseded: readonly DueNotification[]): Promise<void> => {
  const over = superseded.filter(({ heldUntil }) => heldUntil === null).map(({ id }) => id);
  if (over.length > 0)
    await tx
      .update(notification)
      .set({ state: 'superseded', leaseUntil: null })
      .where(inArray(notification.id, over));
  const onHold = superseded.filter(({ heldUntil }) => heldUntil !== null);
  if (onHold.length > 0)
    await tx.execute(sql`
      update ${notification} set state = 'ready', lease_until = null, next_at = held.until
      from jsonb_to_recordset(${JSON.stringify(onHold.map(({ id, heldUntil }) => ({ id, until: heldUntil })))}::jsonb) as held(id bigint, until timestamptz)
      where ${notification.id} = held.id`);
};

/** Number of further notifications of a network that may be sent at once. */
const freePlaces = async (
  tx: Database,
  aspId: number,
  { now, leaseUntil }: Readonly<Record<'now' | 'leaseUntil', Date>>,
  atOnce: number,
): Promise<number> => {
  // A lease that ends much later was taken before the clock was set back: it must not occupy a place until then.
  const lastEnd = new Date(2 * leaseUntil.getTime() - now.getTime());
  const { rows } = await tx.execute<{ sending: string }>(sql`
    select count(*) as sending from ${notification} where asp_id = ${aspId} and state = 'sending' and next_at > ${now.toISOString()} and next_at <= ${lastEnd.toISOString()}`);
  return Math.max(0, atOnce - Number(rows[0]!.sending));
};

/**
 * Ends the notifications before claimed ones of the same results. Those that another transaction has locked end when they
 * are due.
 */
const endEarlier = async (tx: Database, claimedIds: readonly string[]): Promise<void> => {
  if (claimedIds.length === 0) return;
  const earlier = alias(notification, 'earlier');
  const ids = tx
    .select({ id: earlier.id })
    .from(earlier)
    .innerJoin(
      notification,
      and(eq(notification.resultId, earlier.resultId), lt(earlier.id, notification.id)),
    )
    .where(
      and(
        inArray(notification.id, claimedIds.map(Number)),
        eq(earlier.method, WEBHOOK),
        eq(earlier.state, 'ready'),
      ),
    )
    .for('update', { of: earlier, skipLocked: true });
  await tx.update(notification).set({ state: 'superseded' }).where(inArray(notification.id, ids));
};

/** Claims locked notifications, and ends the earlier ones of their results that wait for a retry. */
const claimLocked = async (
  tx: Database,
  ids: readonly number[],
  leaseUntil: Date,
): Promise<ClaimedNotification[]> => {
  if (ids.length === 0) return [];
  const list = sql.join(
    ids.map(id => sql`${id}`),
    sql`, `,
  );
  const { rows } = await tx.execute<{
    id: string;
    company_id: number;
    url: string;
    body: string | null;
    secret: string;
    attempts: number;
    before: number;
  }>(sql`
    update ${notification} as claimed set state = 'sending', attempts = claimed.attempts + 1, lease_until = ${leaseUntil.toISOString()}, next_at = ${leaseUntil.toISOString()}
    from ${asp} as network
    where claimed.id in (${list}) and network.id = claimed.asp_id and network.paused_at is null and network.status
    returning claimed.id, claimed.company_id, claimed.url, claimed.body, network.webhook_secret as secret, claimed.attempts, claimed.attempts_before as before`);
  await endEarlier(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map(row => ({
    id: Number(row.id),
    companyId: row.company_id,
    url: row.url,
    attempt: row.attempts,
    round: row.attempts - row.before,
    body: row.body,
    secret: row.secret,
  }));
};

/**
 * Claims due notifications of a network until `leaseUntil`, so that at most `atOnce` of it are being sent by all
 * processes together, and one of a result. `next_at` moves to the end of the lease, so a row becomes due again if its
 * sender crashes. Superseded notifications that are due are ended on the way.
 *
 * @param times `ahead`: see {@link isDue}
 */
export const claimNotifications = (
  db: Database,
  aspId: number,
  times: Readonly<Record<'now' | 'leaseUntil' | 'ahead', Date>>,
  atOnce: number,
): Promise<ClaimedNotification[]> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CLAIMING}, ${aspId})`);
    const places = await freePlaces(tx, aspId, times, atOnce);
    const claimed: ClaimedNotification[] = [];
    for (let limit = places; limit > 0 && claimed.length < places; limit = ROUND_SIZE) {
      const due = await lockDue(tx, aspId, times, limit);
      const superseded = due.filter(one => one.superseded);
      await settleSuperseded(tx, superseded);
      const sent = due.filter(one => !one.superseded).slice(0, places - claimed.length);
      claimed.push(
        ...(await claimLocked(
          tx,
          sent.map(({ id }) => id),
          times.leaseUntil,
        )),
      );
      if (superseded.length === 0) break;
    }
    return claimed.sort((a, b) => a.id - b.id);
  });

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
