import { and, eq, inArray, max, sql } from 'drizzle-orm';
import { insertMany, reserveKeys } from '../engine/bulk-insert.ts';
import type { Database } from '../engine/database.ts';
import { asp, notification } from '../schema/index.ts';

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

/** Whether the notifications of a network wait: it is paused, or deleted. */
export const isPaused = sql<boolean>`(${asp.pausedAt} is not null or not ${asp.status})`;

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
