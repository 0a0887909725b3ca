import { createCommandDeriver } from '../server/rollups/command-deriver.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import { openSlices } from '../server/slices/open-slices.ts';
import { rebuildResultSums } from '../server/store/postgres/results/result-changes.ts';
import { onStore } from './on-store.ts';

/**
 * Makes the rollups of events and the sums of results again. Reports return the same figures before, during and after:
 * those of a product read its present rollups until the new ones are in place. A command that is killed leaves the
 * present ones, and can be repeated.
 *
 *     npm run rebuild
 *
 * The command reads the program's environment. With embedded stores the program must not be running. A product that
 * could not be rebuilt is logged, and keeps its rollups; the exit code is then 1.
 */
await onStore(
  {
    usage: 'npm run rebuild',
    isEmbedded: ({ databaseUrl, clickhouseUrl }) => databaseUrl === null || clickhouseUrl === null,
  },
  async ({ settings, log, lock, store }) => {
    const { slices, close } = await openSlices(settings, lock, log, store.db);
    try {
      const begun = performance.now();
      const ids = createIds(systemClock);
      const failed: number[] = [];
      for (const slice of slices.all) {
        const deriver = createCommandDeriver({ slices, db: store.db, ids, log }, slice);
        failed.push(...(await deriver.rebuild()));
        await deriver.close();
      }
      await rebuildResultSums(store.db);
      if (failed.length > 0) {
        process.stderr.write(`Not rebuilt, see the log: products ${failed.join(', ')}.\n`);
        process.exitCode = 1;
      }
      process.stdout.write(`Rebuilt in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
    } finally {
      await close();
    }
  },
);
