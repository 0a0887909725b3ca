import { join } from 'node:path';
import { mkdir } from 'node:fs/promises';
import { openRejectedRows } from '../server/collector/rejected-rows.ts';
import { replayRejectedRows } from '../server/collector/replay-rejected.ts';
import { createSink } from '../server/collector/sink.ts';
import { openColumnar } from '../server/store/clickhouse/connect.ts';
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
    const { columnar, close } = await openColumnar(settings, lock, log);
    try {
      const folder = join(settings.dataDir, 'journal');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { loaded, refused } = await replayRejectedRows(
        createSink({ columnar, db: store.db }),
        await openRejectedRows(folder),
      );
      process.stdout.write(`Loaded ${loaded} events; ${refused} are still rejected.\n`);
      process.exitCode = refused === 0 ? 0 : 1;
    } finally {
      await close();
    }
  },
);
