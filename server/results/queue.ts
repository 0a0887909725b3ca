import type { Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';
import { pauseNetwork } from '../store/postgres/results/notifications.ts';
import { notifiedResults, replaceRequests, resend } from '../store/postgres/results/queue-log.ts';
import type { ApprovalStatus } from './lifecycle.ts';
import { resultReachOf } from './log-parameters.ts';
import { noticesOf } from './notices.ts';

/** Commands of users on the notification queue: send again, pause, resume. */

/** Notifications to send again: either these ids, or all failed ones of a network. */
export interface ResendRequest {
  readonly ids?: readonly number[];
  readonly asp_id?: number;
}

/** Notifications whose requests are filled at once: a network can have many failed ones. */
const REFILLED_AT_ONCE = 1_000;

/**
 * Fills the requests of notifications again: from their results, as they were decided, for the present URL, method and
 * status words of their networks. The body of a signed POST stays as it was queued.
 *
 * @param secret key of `secrets.notice`
 */
const refillRequests = async (tx: Database, secret: string, ids: readonly number[]): Promise<void> => {
  for (let at = 0; at < ids.length; at += REFILLED_AT_ONCE) {
    const rows = await notifiedResults(tx, ids.slice(at, at + REFILLED_AT_ONCE));
    const requests = rows.flatMap(({ id, body, createdAt, status, ...decided }) =>
      noticesOf([{ ...decided, status: status as ApprovalStatus }], secret, createdAt).map(notice => ({
        id,
        url: notice.url,
        body: notice.body === null ? null : (body ?? notice.body),
      })),
    );
    await replaceRequests(tx, requests);
  }
};

/**
 * Makes notifications due now, to the present addresses of their networks, and records one line per network in the
 * audit log.
 *
 * @returns their number; notifications under way, those of erased conversions, and those that the viewer may not see are left out
 * @throws {Failure} `invalid`: neither or both of `ids` and `asp_id`
 */
export const resendNotifications = async (
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  viewer: Viewer,
  author: Author,
  { ids, asp_id }: ResendRequest,
): Promise<number> => {
  if ((ids === undefined) === (asp_id === undefined))
    throw new Failure('invalid', { fields: { ids: [ids === undefined ? 'required' : 'not_together'] } });
  const which = ids === undefined ? { aspId: asp_id ?? 0 } : { ids: ids.filter(Number.isSafeInteger) };
  return db.transaction(async tx => {
    const sent = await resend(tx, resultReachOf(viewer), which, author.at);
    await refillRequests(
      tx,
      secrets.notice.current(),
      sent.map(({ id }) => id),
    );
    const counts = new Map<number, number>();
    for (const { aspId } of sent) counts.set(aspId, (counts.get(aspId) ?? 0) + 1);
    await recordChanges(
      tx,
      author,
      'asps',
      [...counts].map(([rowId, count]) => ({
        rowId,
        action: 'update',
        before: { resent: null },
        after: { resent: count },
      })),
    );
    return sent.length;
  });
};

/**
 * Pauses or resumes the notifications of a network, and records it in the audit log; calls under way are completed.
 * The caller must have checked that the user may see the network.
 *
 * @returns since when the network is paused; null: not paused
 * @throws {Failure} `not_found`
 */
export const pause = async (
  { db }: Pick<Dependencies, 'db'>,
  author: Author,
  aspId: number,
  paused: boolean,
): Promise<Date | null> =>
  db.transaction(async tx => {
    const done = await pauseNetwork(tx, { companyId: author.companyId, aspId }, paused ? author.at : null);
    if (done === null) throw new Failure('not_found');
    if (done.before !== done.after)
      await recordChanges(tx, author, 'asps', [
        {
          rowId: aspId,
          action: 'update',
          before: { paused_at: done.before },
          after: { paused_at: done.after },
        },
      ]);
    return done.after;
  });
