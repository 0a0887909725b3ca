import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../engine/database.ts';
import { listen, type Listener } from '../engine/listen.ts';
import { presenceOf } from './deriver-presence.ts';

/** Channel of the ids of products whose rollups reports wait for. */
const CHANNEL = 'touchpath_report_waits';

/** Notifies the processes that derive that a report waits for the rollups of a product. */
export const notifyReportWaits = async (db: Database, productId: number): Promise<void> => {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${String(productId)})`);
};

/**
 * Calls back with the products whose rollups reports of other processes wait for. While the connection lives, others see
 * that the process which derives does (deriver-presence.ts).
 *
 * @param owner of the staging tables of this process
 */
export const onReportWaits = (
  db: Database,
  owner: string,
  waits: (productId: number) => void,
  log: Logger,
): Listener =>
  listen(
    db,
    CHANNEL,
    payload => {
      if (payload !== '') waits(Number(payload));
    },
    log,
    presenceOf(owner),
  );
