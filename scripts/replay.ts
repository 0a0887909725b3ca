import { replayLedgers } from '../server/results/replay.ts';
import { onStore } from './on-store.ts';

/**
 * Rebuilds every status from the approval ledger and says whether it agrees with what is stored. Ends with 1
 * and the numbers of the results where not.
 *
 *     npm run replay
 *
 * It reads the same environment as the program. On the embedded store the program must not be running; on
 * DATABASE_URL it may.
 */
await onStore(
  ({ databaseUrl }) => databaseUrl === null,
  async ({ store }) => {
    let wrong = 0;
    const seen = await replayLedgers(store.db, ({ resultId, status, version, replayed, lines }) => {
      wrong++;
      process.stdout.write(
        `result ${resultId}: status ${status} at version ${version}; its ledger of ${lines} lines says ${replayed ?? 'nothing that can be'}\n`,
      );
    });
    process.stdout.write(
      wrong === 0
        ? `All ${seen} results agree with their ledgers.\n`
        : `${wrong} of ${seen} results do not agree with their ledgers.\n`,
    );
    process.exitCode = wrong === 0 ? 0 : 1;
  },
);
