import { and, eq, exists, inArray, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { NO_ADDRESS } from '../../../platform/event-address.ts';
import type { Database } from '../engine/database.ts';
import { notification, notificationAttempt, result } from '../schema/index.ts';

/**
 * Removal of what refers to a person from results. An ad network recognises its conversion by the identifiers, which
 * therefore stay until the result is decided and its notification is no longer tried.
 */

/** The column states the time of the last decision, which a removal is not. */
const DECIDED = sql`${result.updatedAt}`;

export const RESULT_IDENTIFIERS = [
  'xclid',
  'mediaSessionId',
  'mediaManagement1',
  'mediaManagement2',
  'mediaManagement3',
  'args',
  'userId',
  'otherKey1',
  'otherKey2',
  'otherKey3',
] as const;
const NO_IDENTIFIERS = Object.fromEntries(RESULT_IDENTIFIERS.map(column => [column, '']));
/** Results that were cleared before are not written again: a result may be undecided for weeks. */
const isIdentified = or(...RESULT_IDENTIFIERS.map(column => ne(result[column], '')));

const isOpen = (db: Database): SQL =>
  sql`(${eq(result.approvalStatus, 0)} or ${exists(
    db
      .select({ id: notification.id })
      .from(notification)
      .where(and(eq(notification.resultId, result.id), inArray(notification.state, ['ready', 'sending']))),
  )})`;

/**
 * Removes the addresses of results, and stops evaluating them anew.
 *
 * @param more further values of the results
 * @returns their number
 */
export const removeAddresses = async (
  tx: Database,
  condition: SQL | undefined,
  at: Date,
  more: { readonly visitorId?: string | null } = {},
): Promise<number> =>
  (
    await tx
      .update(result)
      .set({ ...more, erasedAt: at, ipAddress: NO_ADDRESS, updatedAt: DECIDED })
      .where(condition)
  ).rowCount ?? 0;

/** Notifications lose what they sent, except the receiver. */
const clearNotifications = async (tx: Database, resultIds: readonly number[]): Promise<void> => {
  const sent = await tx
    .update(notification)
    .set({ url: sql`coalesce(substring(${notification.url} from '^https?://[^/?#]+'), '')`, body: null })
    .where(inArray(notification.resultId, [...resultIds]))
    .returning({ id: notification.id });
  if (sent.length === 0) return;
  const ids = sent.map(({ id }) => id);
  await tx
    .update(notificationAttempt)
    .set({ answer: '' })
    .where(inArray(notificationAttempt.notificationId, ids));
};

/** Results per statement: PostgreSQL accepts at most 65,535 parameters. */
const RESULTS_PER_STATEMENT = 10_000;

/**
 * Removes the identifiers of at most 10,000 results that are decided and whose notifications are no longer tried.
 *
 * @returns number of results that lost their identifiers
 */
export const removeIdentifiers = async (tx: Database, condition: SQL | undefined): Promise<number> => {
  const ids = tx
    .select({ id: result.id })
    .from(result)
    .where(and(condition, not(isOpen(tx)), isIdentified))
    .limit(RESULTS_PER_STATEMENT);
  const cleared = await tx
    .update(result)
    .set({ ...NO_IDENTIFIERS, updatedAt: DECIDED })
    .where(inArray(result.id, ids))
    .returning({ id: result.id });
  if (cleared.length > 0)
    await clearNotifications(
      tx,
      cleared.map(({ id }) => id),
    );
  return cleared.length;
};

/** Number of results that keep their identifiers for now. */
export const countOpenResults = (db: Database, condition: SQL | undefined): Promise<number> =>
  db.$count(result, and(condition, isOpen(db)));
