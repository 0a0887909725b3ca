import { replayLedgers } from '../server/results/replay.ts';
import { onStore } from './on-store.ts';

/**
 * Recomputes every approval status from the ledger and compares it with the stored one. Exit code 1, with the ids of
 * the results: some differ.
 *
 *     npm run replay
 *
 * The command reads the program's environment. With an embedded store the program must not be running.
 */
await onStore(
  { usage: 'npm run replay', isEmbedded: ({ databaseUrl }) => databaseUrl === null },
  async ({ store }) => {
    let wrong = 0;
    const seen = await replayLedgers(store.db, ({ resultId, status, version, replayed, lines }) => {
      wrong++;
      process.stdout.write(
        `result ${resultId}: status ${status} at version ${version}; its ledger of ${lines} lines yields ${replayed ?? 'no valid status'}\n`,
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
