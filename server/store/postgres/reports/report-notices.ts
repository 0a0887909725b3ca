import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../engine/database.ts';
import { listen, type Listener } from '../engine/listen.ts';

/** Channel of the ids of products whose rollups reports wait for. */
const CHANNEL = 'touchpath_report_waits';

/** Notifies the processes that derive that a report waits for the rollups of a product. */
export const notifyReportWaits = async (db: Database, productId: number): Promise<void> => {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${String(productId)})`);
};

/** Calls back with the products whose rollups reports of other processes wait for. */
export const onReportWaits = (db: Database, waits: (productId: number) => void, log: Logger): Listener =>
  listen(
    db,
    CHANNEL,
    payload => {
      if (payload !== '') waits(Number(payload));
    },
    log,
  );
