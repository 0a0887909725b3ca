import { replayAllRejectedRows } from '../server/collector/replay-rejected.ts';
import { createSink } from '../server/collector/sink.ts';
import { openSlices } from '../server/slices/open-slices.ts';
import { withCollectorsLocked } from './lock-collectors.ts';
import { onStore } from './on-store.ts';

/**
 * Loads accepted events that the columnar store rejected, for example after an upgrade that removes the cause. Exit
 * code 1: some are still rejected.
 *
 *     npm run replay-rejected
 *
 * The command reads the program's environment. No process of the program may be running in this data folder: it stores
 * these events in DATA_DIR/journal/rejected.ndjson, and in the same file of each folder in DATA_DIR/processes.
 */
await onStore(
  { usage: 'npm run replay-rejected', isEmbedded: () => true },
  async ({ settings, log, lock, store }) => {
    const { dataDir } = settings;
    await withCollectorsLocked(dataDir, lock, log, async () => {
      const { slices, close } = await openSlices(settings, lock, log, store.db);
      try {
        const sinkOf = (slice: Parameters<typeof createSink>[0]) => createSink(slice, store.db);
        const { loaded, refused } = await replayAllRejectedRows(slices, sinkOf, dataDir);
        process.stdout.write(`Loaded ${loaded} events; ${refused} are still rejected.\n`);
        process.exitCode = refused === 0 ? 0 : 1;
      } finally {
        await close();
      }
    });
  },
);
