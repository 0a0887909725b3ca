import pino from 'pino';
import { startClickHouse } from '../../server/store/clickhouse/engine/supervisor.ts';
import { startPostgres } from '../../server/store/postgres/engine/supervisor.ts';
import { ownFolder } from './own-folder.ts';

/**
 * A program that opens an embedded store, prints the store's process id, and runs until it is killed, which
 * orphans the store.
 */
const [which, dataDir] = process.argv.slice(2) as ['postgres' | 'clickhouse', string];
const log = pino({ level: 'silent' });
const store =
  which === 'postgres'
    ? await startPostgres(ownFolder(dataDir), log)
    : await startClickHouse(ownFolder(dataDir), log);
process.stdout.write(`${store.pid()}\n`);
setInterval(() => undefined, 60_000);
