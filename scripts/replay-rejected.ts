import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { openRejectedRows } from '../server/collector/rejected-rows.ts';
import { replayRejectedRows } from '../server/collector/replay-rejected.ts';
import { createSink } from '../server/collector/sink.ts';
import { openSlices } from '../server/slices/open-slices.ts';
import { onStore } from './on-store.ts';

/**
 * Loads accepted events that the columnar store rejected, for example after an upgrade that removes the cause. Exit
 * code 1: some are still rejected.
 *
 *     npm run replay-rejected
 *
 * The command reads the program's environment. The program must not be running: it stores these events in
 * DATA_DIR/journal/rejected.ndjson.
 */
await onStore(
  () => true,
  async ({ settings, log, lock, store }) => {
    const { slices, close } = await openSlices(settings, lock, log, store.db);
    try {
      const folder = join(settings.dataDir, 'journal');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { loaded, refused } = await replayRejectedRows(
        slices,
        slice => createSink(slice, store.db),
        await openRejectedRows(folder),
      );
      process.stdout.write(`Loaded ${loaded} events; ${refused} are still rejected.\n`);
      process.exitCode = refused === 0 ? 0 : 1;
    } finally {
      await close();
    }
  },
);
