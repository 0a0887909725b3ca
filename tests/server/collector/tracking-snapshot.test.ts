import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import type { TrackingRowMaps } from '../../../server/collector/tracking-index.ts';
import { writeTrackingSnapshot, readTrackingSnapshot } from '../../../server/collector/tracking-snapshot.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let dataDir: string;
beforeAll(async () => {
  parts = await createTestParts();
});
afterAll(() => parts.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'touchpath-snapshot-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Stores settings with these products in the form of the collector. */
const keep = (...ids: readonly number[]) => {
  const products = new Map(ids.map(id => [id, { id }]));
  const rows = {
    products,
    asps: new Map(),
    cvSettings: new Map(),
    senders: new Map(),
    ads: new Map(),
    redirects: new Map(),
  } as unknown as TrackingRowMaps;
  let change = (): void => undefined;
  const cache = {
    rows: () => rows,
    onChange: (listener: () => void) => {
      change = listener;
    },
    isStoreUnavailable: () => false,
  };
  const snapshot = writeTrackingSnapshot(cache, {
    settings: { dataDir },
    db: parts.db,
    log: pino({ level: 'silent' }),
  });
  const add = (id: number) => {
    products.set(id, { id });
    change();
  };
  return { add, close: snapshot.close };
};
const read = () =>
  readTrackingSnapshot({ settings: { dataDir }, db: parts.db, log: pino({ level: 'silent' }) });
const readIds = async () => (await read())?.products.map(({ id }) => id);

test('settings changed just before the shutdown are in the snapshot', async () => {
  expect(await read()).toBeNull();
  const snapshot = keep(1);
  await expect.poll(readIds).toEqual([1]);
  snapshot.add(2);
  await snapshot.close();
  expect(await readIds()).toEqual([1, 2]);
});

test.each([
  ['that lacks a row', (lines: readonly string[]) => lines.toSpliced(1, 1)],
  ['that lacks its end', (lines: readonly string[]) => lines.slice(0, -1)],
  ['of another version', (lines: readonly string[]) => ['["layout","another"]', ...lines.slice(1)]],
])('a snapshot file %s is not used', async (_, spoil) => {
  await keep(1, 2).close();
  expect(await readIds()).toEqual([1, 2]);
  const path = join(dataDir, 'tracking-snapshot.ndjson');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  await writeFile(path, spoil(lines).join('\n'));
  expect(await read()).toBeNull();
});
