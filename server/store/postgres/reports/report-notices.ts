import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../engine/database.ts';
import { listen, type Listener } from '../engine/listen.ts';

/** Channel of the ids of products whose reports are opened. */
const CHANNEL = 'touchpath_report_opened';

/** Tells the processes that derive that a report of a product was opened. */
export const notifyReportOpened = async (db: Database, productId: number): Promise<void> => {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${String(productId)})`);
};

/** Calls back with the products whose reports other processes open. */
export const onReportOpened = (db: Database, opened: (productId: number) => void, log: Logger): Listener =>
  listen(
    db,
    CHANNEL,
    payload => {
      if (payload !== '') opened(Number(payload));
    },
    log,
  );
