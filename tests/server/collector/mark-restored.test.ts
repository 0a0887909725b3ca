import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCollector } from '../../../server/collector/collector.ts';
import { frameOf } from '../../../server/collector/frames.ts';
import type { Event } from '../../../server/collector/rows.ts';
import { operatorCommand } from '../../support/child.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';

/** Journals that an operator restores with the backups of servers. */
let made: CollectorApp;
let folder: string;
beforeAll(async () => {
  made = await createCollectorApp();
  folder = await mkdtemp(join(tmpdir(), 'touchpath-restored-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await made.close();
});

/** Names of segments are unique: batches are recognised by them. */
const segmentOf = (dataDir: string) =>
  `000000000007-${dataDir === folder ? 'aaaaaaaaaaaa' : 'bbbbbbbbbbbb'}.ndjson`;
const impression = (id: bigint): Event => ({
  table: 'impression',
  id,
  row: {
    product_id: made.shop.shop.id,
    visitor_id: '1',
    ts: '2026-01-02 03:04:05.678',
    ip: '::',
    bot: 0,
    impression_id: id.toString(),
    ad_id: 1,
  },
});
/** A journal whose position says that its segment was loaded. */
const writeJournal = async (dataDir: string, events: readonly Event[]) => {
  const journal = join(dataDir, 'journal');
  const segment = segmentOf(dataDir);
  await mkdir(journal, { recursive: true });
  await writeFile(join(journal, segment), events.map(frameOf).join(''));
  const position = { format: 2, lastNumber: 7, watermark: '0', current: null, loaded: [segment], unsure: [] };
  await writeFile(join(journal, 'position.json'), JSON.stringify(position));
};
const markRestored = async (dataDir: string) =>
  promisify(execFile)(process.execPath, [await operatorCommand('collectors'), 'mark-restored'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      SECRETS_FILE: join(folder, 'secrets.json'),
      DATABASE_URL: 'postgresql://127.0.0.1:9/none',
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
      CLICKHOUSE_SLICES: 'east=http://127.0.0.1:9/east',
    },
  });

test('of restored journals, also of further processes, each event is loaded once: those that the store has are not repeated', async () => {
  const { parts } = made;
  const [stored, first, second] = [parts.ids.next(), parts.ids.next(), parts.ids.next()];
  await made.collector.accept([impression(stored)]);
  expect(await made.rows('impression')).toHaveLength(1);
  const secondFolder = join(folder, 'processes', '2');
  await writeJournal(folder, [impression(stored), impression(first)]);
  await writeJournal(secondFolder, [impression(stored), impression(second)]);

  const { stdout } = await markRestored(folder);
  expect(stdout).toMatch(/^2 journals are marked as restored: .*\(default, east\)/);
  for (const dataDir of [folder, secondFolder])
    for (const name of ['position.json', 'position-east.json'])
      expect(JSON.parse(await readFile(join(dataDir, 'journal', name), 'utf8'))).toMatchObject({
        current: null,
        loaded: [],
        unsure: [segmentOf(dataDir)],
      });
  for (const dataDir of [folder, secondFolder]) {
    const collector = await openCollector({ ...parts, settings: { ...parts.settings, dataDir } });
    await collector.drain();
    await collector.close();
  }
  const ids = (await made.rows('impression')).map(row => row['impression_id']);
  expect(ids).toEqual([stored, first, second].map(String));
});
