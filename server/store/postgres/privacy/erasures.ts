import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  sql,
} from 'drizzle-orm';
import { NO_ADDRESS } from '../../../platform/event-address.ts';
import type { Database } from '../engine/database.ts';
import { erasure, lateConversion, notification, notificationAttempt, result, user } from '../schema/index.ts';

/** Requests to erase what refers to a visitor, and the results of these visitors. */

export type Erasure = typeof erasure.$inferSelect;

/** The column states the time of the last decision, which an erasure is not. */
const DECIDED = sql`${result.updatedAt}`;

/** Number of requests in a list. */
const LISTED = 100;

const LIST_FIELDS = {
  id: erasure.id,
  productId: erasure.productId,
  userName: user.name,
  requestedAt: erasure.requestedAt,
  erasedAt: erasure.erasedAt,
  settledAt: erasure.settledAt,
  contacts: erasure.contacts,
  accesses: erasure.accesses,
  conversions: erasure.conversions,
  impressions: erasure.impressions,
  results: erasure.results,
};

/** The newest requests for a product, newest first; with `id` the one request. */
export const listErasures = (
  db: Database,
  companyId: number,
  which: { readonly productId: number } | { readonly id: number },
) =>
  db
    .select(LIST_FIELDS)
    .from(erasure)
    .leftJoin(user, eq(user.id, erasure.userId))
    .where(
      and(
        eq(erasure.companyId, companyId),
        'id' in which ? eq(erasure.id, which.id) : eq(erasure.productId, which.productId),
      ),
    )
    .orderBy(desc(erasure.id))
    .limit(LISTED);

/** Stores a request. @returns its id; null: one for the same visitor is waiting */
export const addErasure = async (
  tx: Database,
  request: Pick<
    Erasure,
    | 'companyId'
    | 'productId'
    | 'visitorId'
    | 'replacementId'
    | 'userId'
    | 'requestedAt'
    | 'contacts'
    | 'accesses'
    | 'conversions'
    | 'impressions'
  >,
): Promise<number | null> =>
  (await tx.insert(erasure).values(request).onConflictDoNothing().returning({ id: erasure.id }))[0]?.id ??
  null;

/**
 * The next request whose events are still to be erased: one that an interruption left half done, else the oldest one that
 * was made before a time and has an id above `after`.
 */
export const nextErasure = async (db: Database, after: number, before: Date): Promise<Erasure | null> => {
  const [found] = await db
    .select()
    .from(erasure)
    .where(
      and(
        isNull(erasure.erasedAt),
        or(isNotNull(erasure.lastEventId), and(gt(erasure.id, after), lte(erasure.requestedAt, before))),
      ),
    )
    .orderBy(sql`${erasure.lastEventId} is null`, asc(erasure.id))
    .limit(1);
  return found ?? null;
};

/** Requests whose results are not all decided and sent. */
export const unsettledErasures = (db: Database): Promise<Erasure[]> =>
  db
    .select()
    .from(erasure)
    .where(and(isNotNull(erasure.erasedAt), isNull(erasure.settledAt)))
    .orderBy(asc(erasure.id));

export const updateErasure = async (
  db: Database,
  id: number,
  set: Partial<
    Pick<Erasure, 'lastEventId' | 'visitorId' | 'replacementId' | 'erasedAt' | 'settledAt' | 'results'>
  >,
): Promise<void> => {
  await db.update(erasure).set(set).where(eq(erasure.id, id));
};

/** Whether any of these conversions waits for its results. */
export const hasLateConversions = async (db: Database, conversionIds: readonly string[]): Promise<boolean> =>
  conversionIds.length > 0 &&
  (await db.$count(lateConversion, inArray(lateConversion.conversionId, [...conversionIds]))) > 0;

/**
 * Gives the results of a visitor the replacement, and stops evaluating them anew.
 *
 * @returns their number
 */
export const detachResults = async (
  tx: Database,
  { companyId, productId, visitorId, replacementId }: Erasure,
  at: Date,
): Promise<number> =>
  (
    await tx
      .update(result)
      .set({ visitorId: replacementId, erasedAt: at, ipAddress: NO_ADDRESS, updatedAt: DECIDED })
      .where(
        and(
          eq(result.companyId, companyId),
          eq(result.productId, productId),
          eq(result.visitorId, visitorId ?? ''),
        ),
      )
      .returning({ id: result.id })
  ).length;

const IDENTIFIERS = [
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
const NO_IDENTIFIERS = Object.fromEntries(IDENTIFIERS.map(column => [column, '']));

/**
 * Clears the identifiers of the results of an erased visitor that are decided and whose notifications are no longer
 * tried: an ad network recognises its conversion by them. Notifications lose what they sent, except the receiver.
 *
 * @returns number of results that keep their identifiers for now
 */
export const settleResults = async (
  tx: Database,
  { companyId, productId, replacementId }: Erasure,
): Promise<number> => {
  const open = tx
    .select({ id: notification.id })
    .from(notification)
    .where(and(eq(notification.resultId, result.id), inArray(notification.state, ['ready', 'sending'])));
  const ofVisitor = and(
    eq(result.companyId, companyId),
    eq(result.productId, productId),
    eq(result.visitorId, replacementId ?? ''),
  );
  const isOpen = sql`(${eq(result.approvalStatus, 0)} or ${exists(open)})`;
  // A visitor may have undecided results for weeks: those that were cleared before are not written again.
  const isIdentified = or(...IDENTIFIERS.map(column => ne(result[column], '')));
  const cleared = await tx
    .update(result)
    .set({ ...NO_IDENTIFIERS, updatedAt: DECIDED })
    .where(and(ofVisitor, not(isOpen), isIdentified))
    .returning({ id: result.id });
  if (cleared.length > 0) {
    const ids = cleared.map(({ id }) => id);
    const sent = await tx
      .update(notification)
      .set({ url: sql`coalesce(substring(${notification.url} from '^https?://[^/?#]+'), '')`, body: null })
      .where(inArray(notification.resultId, ids))
      .returning({ id: notification.id });
    if (sent.length > 0)
      await tx
        .update(notificationAttempt)
        .set({ answer: '' })
        .where(
          inArray(
            notificationAttempt.notificationId,
            sent.map(({ id }) => id),
          ),
        );
  }
  const [left] = await tx.select({ open: count() }).from(result).where(and(ofVisitor, isOpen));
  return left?.open ?? 0;
};
