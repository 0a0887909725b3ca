import { oneSlice } from '../../server/slices/slices.ts';
import { drizzle } from 'drizzle-orm/node-postgres';
import pino from 'pino';
import { systemClock } from '../../server/platform/clock.ts';
import { openCollector } from '../../server/collector/collector.ts';
import { createIds } from '../../server/platform/ids.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { openSecrets } from '../../server/platform/secrets.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { connectColumnar } from '../../server/store/clickhouse/connect.ts';
import { createPool } from '../../server/store/postgres/engine/connect.ts';
import * as schema from '../../server/store/postgres/schema/index.ts';
import { killingOpen, killWhenConfirmed } from './kill-points.ts';
import { serveCollector } from './serve-collector.ts';

// The collector in a process of its own that a test kills, on stores that stay. It prints its address, and
// SIGTERM stops it cleanly.
const settings = readSettings(process.env);
const log = pino({ level: settings.logLevel }, pino.destination({ fd: 2, sync: true }));
const pool = createPool({ connectionString: settings.databaseUrl ?? '' }, log);
const columnar = connectColumnar(
  { socket: process.env['COLUMNAR_SOCKET'] ?? '' },
  process.env['COLUMNAR_DATABASE'] ?? '',
);
const parts: Dependencies = {
  settings,
  log,
  slices: oneSlice(columnar),
  clock: systemClock,
  ids: createIds(systemClock),
  secrets: await openSecrets(settings.secretsFile),
  db: drizzle(pool, { schema }),
};
const segmentAge = process.env['SEGMENT_AGE_MS'];
const collector = await openCollector(parts, {
  journal: { openFile: killingOpen(process.env['KILL_AT']) },
  ...(segmentAge !== undefined && { maxSegmentAgeMs: Number(segmentAge) }),
});
killWhenConfirmed(pool, process.env['KILL_AT']);
const app = await serveCollector(parts, collector);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('SIGTERM', () => {
  void (async () => {
    await app.close();
    await collector.close();
    await columnar.close();
    await pool.end();
    process.exit(0);
  })();
});
// The last statement, because the test may send a signal as soon as it reads the address.
process.stdout.write(`${address}\n`);
