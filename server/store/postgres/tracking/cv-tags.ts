import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { DAY } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { CV_TAG } from '../results/notifications.ts';
import { asp, notification, notificationAttempt, result } from '../schema/index.ts';

/** CV tags on their way to pages: notifications that are not sent but fetched. */

/** A page that asks for the tags of its conversion. */
export interface TagRequest {
  readonly productId: number;
  /** Decimal. */
  readonly conversionId: string;
  /** The key that the page made for itself: asking again with it, it is given the same. */
  readonly pageKey: string;
  /** Its address. */
  readonly page: string;
  /** It was loaded again, or gone back to. */
  readonly again: boolean;
}
export interface GivenTag {
  readonly id: number;
  readonly html: string;
}

/**
 * A conversion of the same visitor, with the same identifier and amount, within this many ms before a reload
 * is what was reloaded.
 */
const SAME_VISIT = DAY;

type LockedTag = Awaited<ReturnType<typeof holdTags>>[number];
const holdTags = (tx: Database, productId: number, conversionId: string) =>
  tx
    .select({ notice: notification, result, pausedAt: asp.pausedAt })
    .from(notification)
    .innerJoin(result, eq(result.id, notification.resultId))
    .innerJoin(asp, eq(asp.id, notification.aspId))
    .where(
      and(
        eq(result.conversionId, conversionId),
        eq(result.productId, productId),
        eq(notification.method, CV_TAG),
      ),
    )
    .orderBy(notification.id)
    .for('update', { of: notification });

/** The tag of the conversion that a reload repeats: waiting or given; null: this one is the first. */
const firstOf = async (tx: Database, { notice, result: own }: LockedTag) => {
  if (own.visitorId === null) return null;
  const [found] = await tx
    .select({ notice: notification })
    .from(notification)
    .innerJoin(result, eq(result.id, notification.resultId))
    .where(
      and(
        eq(result.aspId, own.aspId),
        eq(result.args, own.args),
        eq(result.visitorId, own.visitorId),
        eq(result.amount, own.amount),
        lt(result.id, own.id),
        gte(result.cvTime, new Date(own.cvTime.getTime() - SAME_VISIT)),
        eq(notification.method, CV_TAG),
        lt(notification.id, notice.id),
        inArray(notification.state, ['ready', 'done']),
      ),
    )
    .orderBy(asc(notification.id))
    .limit(1)
    .for('update', { of: notification });
  return found?.notice ?? null;
};

type Notice = LockedTag['notice'];

const give = async (
  tx: Database,
  { id, companyId, attempts }: Notice,
  { pageKey, page }: TagRequest,
  at: Date,
): Promise<void> => {
  await tx
    .update(notification)
    .set({ state: 'done', attempts: attempts + 1, takenBy: pageKey, url: page })
    .where(eq(notification.id, id));
  await tx
    .insert(notificationAttempt)
    .values({ notificationId: id, number: attempts + 1, companyId, success: true, executedAt: at });
};

const end = async (
  tx: Database,
  { id, companyId, attempts }: Notice,
  failure: string,
  at: Date,
): Promise<void> => {
  await tx
    .update(notification)
    .set({ state: 'dead', attempts: attempts + 1 })
    .where(eq(notification.id, id));
  await tx
    .insert(notificationAttempt)
    .values({ notificationId: id, number: attempts + 1, companyId, failure, success: false, executedAt: at });
};

/**
 * Gives a page the tags of its conversion's results and records it, each tag to one page only: the page that
 * has it may ask again, since an answer can get lost on
 * its way. Those of paused networks wait.
 *
 * A page that was loaded again made a conversion of its own; its tags are not given, and what the first one's
 * networks are still to be told it is given in their place.
 *
 * @returns null: no results were made of this conversion so far
 */
export const takeTags = async (
  db: Database,
  request: TagRequest,
  at: Date,
): Promise<{ readonly tags: readonly GivenTag[]; readonly waiting: boolean } | null> => {
  const [made] = await db
    .select({ id: result.id })
    .from(result)
    .where(and(eq(result.conversionId, request.conversionId), eq(result.productId, request.productId)))
    .limit(1);
  if (made === undefined) return null;
  return db.transaction(async tx => {
    const tags: GivenTag[] = [];
    let waiting = false;
    for (const lockedTag of await holdTags(tx, request.productId, request.conversionId)) {
      let { notice } = lockedTag;
      const first = notice.state === 'ready' && request.again ? await firstOf(tx, lockedTag) : null;
      if (first !== null) {
        await end(tx, notice, 'page_reloaded', at);
        notice = first;
      }
      const paused = notice.state === 'ready' && lockedTag.pausedAt !== null;
      waiting ||= paused;
      if (
        paused ||
        (notice.state !== 'ready' && (notice.state !== 'done' || notice.takenBy !== request.pageKey))
      )
        continue;
      if (notice.state === 'ready') await give(tx, notice, request, at);
      tags.push({ id: notice.id, html: notice.body ?? '' });
    }
    return { tags, waiting };
  });
};

/**
 * Records that a page's own rules kept tags from running, which only the page that has them can say. How
 * many.
 */
export const blockTags = (
  db: Database,
  { productId, pageKey }: Pick<TagRequest, 'productId' | 'pageKey'>,
  ids: readonly number[],
  at: Date,
): Promise<number> =>
  db.transaction(async tx => {
    const lockedTags = await tx
      .select()
      .from(notification)
      .where(
        and(
          inArray(notification.id, [...ids]),
          eq(notification.productId, productId),
          eq(notification.takenBy, pageKey),
          eq(notification.state, 'done'),
        ),
      )
      .orderBy(notification.id)
      .for('update');
    for (const notice of lockedTags) await end(tx, notice, 'page_policy', at);
    return lockedTags.length;
  });

/**
 * Gives up tags that no page asked for in time: it was left too early, its answer never arrived, or their
 * network was paused meanwhile. How many.
 */
export const endTags = async (db: Database, now: Date): Promise<number> => {
  const at = now.toISOString();
  const { rowCount } = await db.execute(sql`
    with gone as (
      update ${notification} as n set state = 'dead', attempts = n.attempts + 1 from ${asp} as network
      where network.id = n.asp_id and n.state = 'ready' and n.method = ${CV_TAG} and n.next_at <= ${at} returning n.id, n.company_id, n.attempts, network.paused_at)
    insert into ${notificationAttempt} (notification_id, number, company_id, failure, success, executed_at)
    select id, attempts, company_id, case when paused_at is null then 'not_fetched' else 'network_paused' end, false, ${at} from gone`);
  return rowCount ?? 0;
};
