import pino from 'pino';
import { startClickHouse } from '../../server/store/clickhouse/engine/supervisor.ts';
import { startPostgres } from '../../server/store/postgres/engine/supervisor.ts';
import { ownFolder } from './own-folder.ts';

/**
 * A program that opens one of the embedded stores, says its process id, and stays until it is killed: whose
 * store is orphaned then.
 */
const [which, dataDir] = process.argv.slice(2) as ['postgres' | 'clickhouse', string];
const log = pino({ level: 'silent' });
const store =
  which === 'postgres'
    ? await startPostgres(ownFolder(dataDir), log)
    : await startClickHouse(ownFolder(dataDir), log);
process.stdout.write(`${store.pid()}\n`);
setInterval(() => undefined, 60_000);
