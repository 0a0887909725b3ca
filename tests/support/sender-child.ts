import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import { systemClock } from '../../server/platform/clock.ts';
import { startDelivery } from '../../server/results/notification-delivery.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { createPool } from '../../server/store/postgres/engine/connect.ts';
import * as schema from '../../server/store/postgres/schema/index.ts';

// The sender of notifications in a process of its own that a test kills. It prints when it has started, and
// SIGTERM stops it cleanly.
const settings = { ...readSettings(process.env), webhookAllowPrivate: true };
const log = pino({ level: settings.logLevel }, pino.destination({ fd: 2, sync: true }));
const pool = createPool({ connectionString: settings.databaseUrl ?? '' }, log);
const delivery = startDelivery(
  { settings, log, clock: systemClock, db: drizzle(pool, { schema }) },
  { timeout: 1_000, pollEvery: 50 },
);
process.once('SIGTERM', () => {
  void (async () => {
    await delivery.close();
    await pool.end();
    process.exit(0);
  })();
});
process.stdout.write('sending\n');
