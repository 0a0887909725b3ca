import { moveStores } from '../server/backup/move-stores.ts';
import { OperatorError } from '../server/companies/operator.ts';
import { requireInstallation, runCommands } from './operator.ts';

/** Moves an installation from its embedded stores to servers (docs/operations.md, "From embedded stores to servers"). */

const say = (text: string) => process.stdout.write(`${text}\n`);

await runCommands(
  {
    move: {
      usage: 'DATABASE_URL=… CLICKHOUSE_URL=… npm run migrate-data',
      options: [],
      words: 0,
      runOffline: async (_line, settings, log) => {
        const { dataDir, databaseUrl, clickhouseUrl } = settings;
        if (databaseUrl === null && clickhouseUrl === null)
          throw new OperatorError(
            'Set DATABASE_URL, CLICKHOUSE_URL or both to the servers that receive the data.',
          );
        await requireInstallation(dataDir);
        const isMoved = await moveStores(settings, log, {
          month: ({ table, month, rows, wasThere }) =>
            say(`${table} ${month}: ${rows} rows ${wasThere ? 'were there' : 'copied'}`),
          database: rows =>
            say(rows === null ? 'The database was copied before.' : `The database: ${rows} rows copied`),
        });
        say(
          isMoved
            ? `Moved. Start with the same settings; reports are derived then. The data before the move stays in ${dataDir}.`
            : 'There is nothing to move: the stores of this folder are on servers.',
        );
      },
    },
  },
  process.argv.slice(2),
);
