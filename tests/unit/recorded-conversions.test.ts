import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frameOf } from '../../server/collector/frames.ts';
import { openJournal, type Journal } from '../../server/collector/journal.ts';
import { recordedConversions } from '../../server/collector/recorded-conversions.ts';
import type { Event } from '../../server/collector/rows.ts';
import type { Columnar } from '../../server/store/clickhouse/columnar.ts';

const EVENTS = 4000;
/** A store that holds nothing. */
const columnar = {
  query: () => Promise.resolve({ json: () => Promise.resolve({ data: [] }) }),
} as unknown as Columnar;
let folder: string;
let journal: Journal;

const eventOf = (n: number, more: object = {}): Event => {
  const row = { args: '注文'.repeat(n % 100), claim_id: String(1000 + n), conversion_id: String(n), ...more };
  return { table: 'conversion', id: BigInt(n), row } as unknown as Event;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-journal-'));
  journal = await openJournal(folder, pino({ level: 'silent' }), { segmentBytes: 1 << 20 });
  for (let n = 1; n <= EVENTS; n += 100) {
    await journal.append(Array.from({ length: 100 }, (_, at) => frameOf(eventOf(n + at))).join(''), 100);
  }
  await journal.append(frameOf(eventOf(EVENTS + 1, { args: '"claim_id":"77"', claim_id: undefined })), 1);
});
afterAll(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

test('the conversion of a claim is found wherever it stands in the journal, and nothing that only reads like one', async () => {
  const find = (claimId: number) =>
    recordedConversions(journal, columnar)(1, {
      claimId: String(claimId),
      claimedAt: new Date(0),
      digest: '',
      conversionId: null,
    });
  expect(journal.segments().length).toBeGreaterThan(1);
  for (let n = 1; n <= EVENTS; n += 37) expect(await find(1000 + n)).toBe(String(n));
  expect(await find(1000 + EVENTS)).toBe(String(EVENTS));
  for (const claimId of [77, 100, 1000, 1001 + EVENTS]) expect(await find(claimId)).toBe(null);
});
