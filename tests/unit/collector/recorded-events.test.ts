import { oneSlice } from '../../../server/slices/slices.ts';
import { mkdtemp, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { frameOf } from '../../../server/collector/frames.ts';
import { openJournal, type Journal } from '../../../server/collector/journal.ts';
import { type Segment } from '../../../server/collector/segments.ts';
import { eventsOfReport, recordedConversions } from '../../../server/collector/recorded-events.ts';
import type { Event } from '../../../server/collector/rows.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { HOUR } from '../../../server/platform/time.ts';
import { fileHandlePrototype } from '../../support/file-handles.ts';

const EVENTS = 4000;
/** An empty store. */
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
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await journal.close();
  await rm(folder, { recursive: true });
});

test('the conversion of a claim is found in any position of the journal, and no similar line is mistaken for it', async () => {
  const find = (claimId: number) =>
    recordedConversions(journal, oneSlice(columnar))(1, {
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

describe('the search in the segments', () => {
  const CHUNK_BYTES = 1 << 20;
  const LINE_BYTES_LIMIT = 1 << 18;
  const NEEDLE = '"claim_id":"5"';
  const line = `00000000 342 {${NEEDLE}}\n`;

  /** A segment with this text, of which `durable` bytes are durable. */
  const segmentOf = async (text: string, durable = text.length): Promise<Segment> => {
    const path = join(folder, `made-${Math.random()}`);
    await writeFile(path, text);
    return { name: path, path, durable, closed: true };
  };
  const search = (segments: readonly Segment[]) =>
    recordedConversions({ segments: () => segments } as Journal, oneSlice(columnar))(1, {
      claimId: '5',
      claimedAt: new Date(0),
      digest: '',
      conversionId: null,
    });

  /** Text whose first chunk ends `bytes` bytes into a line; the claim follows in the next chunk. */
  const longLine = (bytes: number) =>
    `${'x'.repeat(CHUNK_BYTES - bytes - 1)}\n${`00000000 342 ${' '.repeat(bytes)}`.slice(0, bytes)}${NEEDLE}\n`;
  test.each<[string, string, string | null]>([
    ['in a line whose longest part is in an earlier chunk', longLine(LINE_BYTES_LIMIT), '42'],
    [
      'after a line that is longer than any event',
      `${longLine(LINE_BYTES_LIMIT + 1).replace(NEEDLE, 'x')}${'x'.repeat(CHUNK_BYTES)}\n${line}`,
      '42',
    ],
    [
      'in a line whose last byte is in the next chunk',
      `${'x'.repeat(CHUNK_BYTES - line.length)}\n${line}`,
      '42',
    ],
    ['in a line that ends with its chunk', `${'x'.repeat(CHUNK_BYTES - line.length - 1)}\n${line}`, '42'],
    ['among others', `00000000 341 {"claim_id":"4"}\n${line}00000000 344 {"claim_id":"6"}\n`, '42'],
    ['not without the end of its line', line.trimEnd(), null],
  ])('finds the claim %s', async (_, text, id) => {
    expect(await search([await segmentOf(text)])).toBe(id);
  });

  test('ends at the last durable byte, also in a later chunk', async () => {
    expect(await search([await segmentOf(`${'x'.repeat(CHUNK_BYTES)}\n${line}`, CHUNK_BYTES + 1)])).toBe(
      null,
    );
  });

  test.each<[string, number, string | null]>([
    ['at the last durable byte', line.length - 1, null],
    ['although the file is shorter than its durable length', 2 * line.length, '42'],
  ])('ends %s', async (_, durable, id) => {
    const read = vi.spyOn(await fileHandlePrototype(), 'read');
    expect(await search([await segmentOf(line, durable), await segmentOf('', durable)])).toBe(id);
    expect(
      read.mock.contexts.map(handle => (handle as unknown as FileHandle).fd),
      'the files are closed',
    ).toEqual(read.mock.contexts.map(() => -1));
  });

  test('continues after a removed segment, and fails for an unreadable one', async () => {
    const missing = { ...(await segmentOf('')), path: join(folder, 'gone') };
    expect(await search([missing, await segmentOf(line)])).toBe('42');
    await expect(search([{ ...missing, path: folder, durable: 1 }, await segmentOf(line)])).rejects.toThrow(
      'EISDIR',
    );
  });

  test('skips no segment while the loader removes one from the list', async () => {
    const segments = [await segmentOf('other\n'), await segmentOf(line)];
    const found = search(segments);
    segments.splice(0, 1);
    expect(await found).toBe('42');
  });

  test('queries the store last, for conversions from an hour before the claim', async () => {
    const query = vi.fn((_: unknown) =>
      Promise.resolve({ json: () => Promise.resolve({ data: [{ id: '9' }] }) }),
    );
    const claimedAt = new Date('2026-02-28T15:00:00Z');
    const find = recordedConversions(
      { segments: () => [] as readonly Segment[] } as Journal,
      oneSlice({ query } as unknown as Columnar),
    );
    expect(await find(3, { claimId: '5', claimedAt, digest: '', conversionId: null })).toBe('9');
    expect(query.mock.calls[0]?.[0]).toMatchObject({
      query_params: { productId: 3, claimId: '5', since: String(firstIdAt(claimedAt.getTime() - HOUR)) },
    });
  });
});

test('the events of a report are found in the journal and in the store, each once, and not those of another product', async () => {
  const reported = (id: number, more: object = {}) =>
    frameOf(
      eventOf(id, { report_id: '77', product_id: 3, cv_type: 1, bot: 0, claim_id: undefined, ...more }),
    );
  const lines = [
    reported(11),
    reported(12, { report_id: '770' }),
    reported(13, { cv_type: 0 }),
    reported(14, { product_id: 4 }),
    reported(15, { args: '"report_id":"77"', report_id: undefined }),
  ];
  const path = join(folder, 'reported');
  await writeFile(path, lines.join(''));
  const stored = [
    { id: '10', cvType: 1, bot: 1 },
    { id: '11', cvType: 1, bot: 0 },
  ];
  const contact = { interactionId: '21', visitorId: '7', adId: 5 };
  const query = vi.fn(({ query: text }: { query: string }) =>
    Promise.resolve({
      json: () => Promise.resolve({ data: text.includes('FROM conversion') ? stored : [contact] }),
    }),
  );
  const now = Date.UTC(2026, 1, 28, 15);
  const find = (text: string) =>
    eventsOfReport(
      {
        segments: () => [{ name: path, path, durable: Buffer.byteLength(text), closed: true }],
      } as unknown as Journal,
      oneSlice({ query } as unknown as Columnar),
    )({ productId: 3, visitorId: '7', reportId: '77' }, now);
  const conversions = [
    { id: 11n, cvType: 1, bot: 0 },
    { id: 13n, cvType: 0, bot: 0 },
    { id: 10n, cvType: 1, bot: 1 },
  ];
  expect(await find(lines.join(''))).toEqual({
    conversions,
    contact: { interactionId: 21n, visitorId: '7', adId: 5 },
  });
  for (const [{ query_params: values }] of query.mock.calls as unknown as [{ query_params: object }][])
    expect(values).toMatchObject({ productId: 3, reportId: '77', since: String(firstIdAt(now - HOUR)) });
  expect(query.mock.calls.map(([{ query: text }]) => /FROM \w+/.exec(text)?.[0])).toEqual([
    'FROM conversion',
    'FROM contact',
  ]);

  const journaled = { report_id: '77', product_id: 3, visitor_id: '8', interaction_id: '22', ad_id: 6 };
  const row = { table: 'contact', id: 22n, row: journaled } as unknown as Event;
  await writeFile(path, lines.join('') + frameOf(row));
  expect(await find(lines.join('') + frameOf(row))).toEqual({
    conversions,
    contact: { interactionId: 22n, visitorId: '8', adId: 6 },
  });
  expect(query, 'the contact is not searched again').toHaveBeenCalledTimes(3);
});
