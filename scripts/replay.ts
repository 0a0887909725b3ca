import { createLog } from '../server/log.ts';
import { lockFolder } from '../server/lock.ts';
import { replayLedgers } from '../server/results/replay.ts';
import { readSettings, SettingError } from '../server/settings.ts';
import { openDatabase } from '../server/store/postgres/connect.ts';

/**
 * Rebuilds every status from the approval ledger and says whether it agrees with what is stored. Ends with 1 and the numbers of the results where not.
 *
 *     npm run replay
 *
 * It reads the same environment as the program. On the embedded store the program must not be running; on DATABASE_URL it may.
 */
const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env });
try {
  const unlock = settings.databaseUrl === null ? await lockFolder(settings.dataDir) : null;
  try {
    const store = await openDatabase(settings, createLog(settings));
    try {
      let wrong = 0;
      const seen = await replayLedgers(store.db, ({ resultId, status, version, replayed, lines }) => {
        wrong++;
        process.stdout.write(`result ${resultId}: status ${status} at version ${version}; its ledger of ${lines} lines says ${replayed ?? 'nothing that can be'}\n`);
      });
      process.stdout.write(wrong === 0 ? `All ${seen} results agree with their ledgers.\n` : `${wrong} of ${seen} results do not agree with their ledgers.\n`);
      process.exitCode = wrong === 0 ? 0 : 1;
    } finally {
      await store.close();
    }
  } finally {
    await unlock?.();
  }
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
