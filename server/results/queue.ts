import type { Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';
import { pauseNetwork } from '../store/postgres/results/notifications.ts';
import { resend } from '../store/postgres/results/queue-log.ts';
import { adsOf } from './log-parameters.ts';

/** Users' actions on the queue: send again, pause, resume. */

/** Which notifications are sent again: these, or all of a network that failed. */
export interface ResendAsked {
  readonly ids?: readonly number[];
  readonly asp_id?: number;
}

/**
 * Makes notifications due now. An audit line of each network says who did, and how many.
 *
 * @returns how many; those that are under way, or that the asker may not see, are not among them
 * @throws {Failure} `invalid`: neither or both of the ways
 */
export const resendNotifications = async (
  { db }: Pick<Dependencies, 'db'>,
  viewer: Viewer,
  author: Author,
  { ids, asp_id }: ResendAsked,
): Promise<number> => {
  if ((ids === undefined) === (asp_id === undefined))
    throw new Failure('invalid', { fields: { ids: [ids === undefined ? 'required' : 'not_together'] } });
  const which = ids === undefined ? { aspId: asp_id ?? 0 } : { ids: ids.filter(Number.isSafeInteger) };
  return db.transaction(async tx => {
    const sent = await resend(tx, { companyId: viewer.companyId, adIds: adsOf(viewer) }, which, author.at);
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
 * Stops sending to a network, or goes on; what is under way ends. An audit line says who did. The caller has
 * made sure that the asker may see it.
 *
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
