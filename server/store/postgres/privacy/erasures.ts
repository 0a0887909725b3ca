import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { erasure, lateConversion, result, user } from '../schema/index.ts';
import { countOpenResults, removeAddresses, removeIdentifiers } from './result-identifiers.ts';

/** Requests to erase what refers to a visitor, and the results of these visitors. */

export type Erasure = typeof erasure.$inferSelect;

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
 * Requests whose events are still to be erased: those that an interruption left half done, then from the oldest.
 *
 * @param before requests from this time on are too young
 * @param ahead those from this time on were stored while the clock was ahead, and are old enough
 */
export const dueErasures = (
  db: Database,
  before: Date,
  ahead: Date,
): Promise<Pick<Erasure, 'id' | 'productId' | 'requestedAt' | 'lastEventId'>[]> =>
  db
    .select({
      id: erasure.id,
      productId: erasure.productId,
      requestedAt: erasure.requestedAt,
      lastEventId: erasure.lastEventId,
    })
    .from(erasure)
    .where(
      and(
        isNull(erasure.erasedAt),
        or(isNotNull(erasure.lastEventId), lte(erasure.requestedAt, before), gte(erasure.requestedAt, ahead)),
      ),
    )
    .orderBy(sql`${erasure.lastEventId} is null`, asc(erasure.id));

/** Number of requests from before a time whose events are still to be erased. */
export const countErasuresBefore = (db: Database, before: Date): Promise<number> =>
  db.$count(erasure, and(isNull(erasure.erasedAt), lte(erasure.requestedAt, before)));

/** A request whose events are still to be erased; null: they are, or it was deleted with its company. */
export const findOpenErasure = async (db: Database, id: number): Promise<Erasure | null> => {
  const [found] = await db
    .select()
    .from(erasure)
    .where(and(eq(erasure.id, id), isNull(erasure.erasedAt)));
  return found ?? null;
};

/** The visitors of requests whose events are still to be erased. */
export const visitorsToErase = async (
  db: Database,
): Promise<{ readonly id: number; readonly productId: number; readonly visitorId: string }[]> => {
  const found = await db
    .select({ id: erasure.id, productId: erasure.productId, visitorId: erasure.visitorId })
    .from(erasure)
    .where(and(isNull(erasure.erasedAt), isNotNull(erasure.visitorId)));
  return found.map(({ visitorId, ...one }) => ({ ...one, visitorId: visitorId ?? '' }));
};

/** Whether the rows of a request may be changed in part. */
export const isErasureBegun = async (db: Database, id: number): Promise<boolean> =>
  (await db.$count(
    erasure,
    and(eq(erasure.id, id), isNull(erasure.erasedAt), isNotNull(erasure.lastEventId)),
  )) > 0;

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

const resultsOf = ({ companyId, productId }: Erasure, visitorId: string | null) =>
  and(
    eq(result.companyId, companyId),
    eq(result.productId, productId),
    eq(result.visitorId, visitorId ?? ''),
  );

/**
 * Gives the results of a visitor the replacement, and stops evaluating them anew.
 *
 * @returns their number
 */
export const detachResults = (tx: Database, erasure: Erasure, at: Date): Promise<number> =>
  removeAddresses(tx, resultsOf(erasure, erasure.visitorId), at, { visitorId: erasure.replacementId });

/**
 * Removes the identifiers of the results of an erased visitor that ad networks no longer need.
 *
 * @returns number of results that keep their identifiers for now
 */
export const settleResults = async (tx: Database, erasure: Erasure): Promise<number> => {
  const ofVisitor = resultsOf(erasure, erasure.replacementId);
  for (let removed = 1; removed > 0;) removed = await removeIdentifiers(tx, ofVisitor);
  return countOpenResults(tx, ofVisitor);
};
