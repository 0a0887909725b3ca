import { sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { WEBHOOK } from './notifications.ts';
import { mail, notification, recomputation } from '../schema/index.ts';

export interface QueueLength {
  readonly queue: 'mails' | 'notifications' | 'recomputations';
  /** `dead`: given up after the last attempt. */
  readonly state: 'waiting' | 'dead';
  readonly length: number;
}

/** Number of entries per queue and state, over all companies. */
export const queueLengths = async (db: Database): Promise<QueueLength[]> => {
  const { rows } = await db.execute<{
    queue: QueueLength['queue'];
    state: QueueLength['state'];
    length: string;
  }>(sql`
    select 'notifications' as queue, 'waiting' as state, count(*) as length from ${notification}
      where method = ${WEBHOOK} and state in ('ready', 'sending')
    union all select 'notifications', 'dead', count(*) from ${notification} where state = 'dead'
    union all select 'mails', 'waiting', count(*) from ${mail} where state = 'ready'
    union all select 'mails', 'dead', count(*) from ${mail} where state = 'dead'
    union all select 'recomputations', 'waiting', count(*) from ${recomputation} where state in ('planning', 'applying')`);
  return rows.map(({ queue, state, length }) => ({ queue, state, length: Number(length) }));
};
