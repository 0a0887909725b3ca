import type { Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';
import { pauseNetwork } from '../store/postgres/results/notifications.ts';
import { resend } from '../store/postgres/results/queue-log.ts';
import { resultReachOf } from './log-parameters.ts';

/** Commands of users on the notification queue: send again, pause, resume. */

/** Notifications to send again: either these ids, or all failed ones of a network. */
export interface ResendRequest {
  readonly ids?: readonly number[];
  readonly asp_id?: number;
}

/**
 * Makes notifications due now, and records one line per network in the audit log.
 *
 * @returns their number; notifications under way, those of erased conversions, and those that the viewer may not see are left out
 * @throws {Failure} `invalid`: neither or both of `ids` and `asp_id`
 */
export const resendNotifications = async (
  { db }: Pick<Dependencies, 'db'>,
  viewer: Viewer,
  author: Author,
  { ids, asp_id }: ResendRequest,
): Promise<number> => {
  if ((ids === undefined) === (asp_id === undefined))
    throw new Failure('invalid', { fields: { ids: [ids === undefined ? 'required' : 'not_together'] } });
  const which = ids === undefined ? { aspId: asp_id ?? 0 } : { ids: ids.filter(Number.isSafeInteger) };
  return db.transaction(async tx => {
    const sent = await resend(tx, resultReachOf(viewer), which, author.at);
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
