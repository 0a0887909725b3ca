import { appendFile, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cutAt, frameOf, unframe } from '../../server/collector/frames.ts';
import { openJournal } from '../../server/collector/journal.ts';
import { openLoader, type Sink } from '../../server/collector/loader.ts';
import type { Event, Table } from '../../server/collector/rows.ts';

const log = pino({ level: 'silent' });
let folder: string;
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'touchpath-journal-')); });
afterEach(() => rm(folder, { recursive: true, force: true }));

const impression = (n: number): Event => ({
  table: 'impression', id: BigInt(n),
  row: { product_id: 1, visitor_id: '0', ts: '2026-02-28 23:59:59.999', ip: '::', bot: 0, impression_id: String(n), ad_id: n },
});

/** A store that remembers what arrived and drops a token that it has seen, as the columnar store does. */
const createSink = () => {
  const rows: string[] = [];
  const tokens = new Map<string, string>();
  const sink: Sink & { away: boolean; loseAnswers: boolean; poison: string } = {
    away: false, loseAnswers: false, poison: '\0',
    load: async (_table: Table, lines, token) => {
      if (sink.away) throw new Error('away');
      const text = Buffer.concat(lines).toString();
      if (text.includes(sink.poison)) throw Object.assign(new Error('cannot parse'), { code: '117' });
      const seen = tokens.get(token);
      if (seen === undefined) {
        tokens.set(token, text);
        rows.push(...text.trimEnd().split('\n'));
      } else if (seen !== text) throw new Error(`token ${token} came with other rows`);
      if (sink.loseAnswers) throw new Error('the answer was lost');
    },
    isRefusedByContent: error => error instanceof Error && 'code' in error,
  };
  return { sink, ids: () => rows.map(row => (JSON.parse(row) as { ad_id: number }).ad_id) };
};
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

describe('frames', () => {
  test('any event comes out as it went in, whatever its texts', () => {
    fc.assert(fc.property(fc.array(fc.tuple(fc.string({ unit: 'binary' }), fc.bigInt(1n, 2n ** 64n - 1n))), texts => {
      const events = texts.map(([text, id]) => ({ ...impression(1), id, row: { ...impression(1).row, ts: text } }) as Event);
      const read = unframe(Buffer.from(events.map(frameOf).join('')));
      expect(read.damaged).toEqual([]);
      expect(Buffer.concat(read.lines.impression).toString()).toBe(events.map(event => `${JSON.stringify(event.row)}\n`).join(''));
      expect(read.last).toBe(events.reduce((most, { id }) => (id > most ? id : most), 0n));
    }));
  });

  test('a line cut short anywhere, or with any byte spoiled, is no event', () => {
    const whole = Buffer.from(frameOf(impression(7)));
    fc.assert(fc.property(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), (at, change) => {
      expect(cutAt(whole.subarray(0, at), 10)).toBe(0);
      const spoiled = Buffer.from(whole);
      spoiled[at] = (spoiled[at] ?? 0) ^ change;
      const read = unframe(Buffer.concat([spoiled, whole]));
      // A hex digit in capitals is the same checksum; everything else must be noticed, and the next line survive.
      if (!(at < 8 && change === 0x20)) expect(read.damaged.length).toBeGreaterThan(0);
      expect(read.lines.impression.length).toBeGreaterThanOrEqual(1);
    }));
  });
});

describe('the journal and its loader', () => {
  test('what was acknowledged is on the disk, and is loaded once after a fall, without the torn end', async () => {
    const journal = await openJournal(folder, log);
    await Promise.all(range(1, 101).map(n => journal.append(frameOf(impression(n)), 1)));
    await journal.close();
    const file = (await readdir(folder)).find(name => name.endsWith('.ndjson')) ?? '';
    await appendFile(join(folder, file), frameOf(impression(101)).slice(0, -5));

    const { sink, ids } = createSink();
    const again = await openJournal(folder, log);
    const loader = await openLoader(folder, again, sink, '0', log);
    await loader.drain();
    expect(ids()).toEqual(range(1, 101));
    expect(loader.watermark()).toBe('100');
    expect(again.segments()).toEqual([]);
    await again.close();
    await loader.close();
  });

  test('lost answers, restarts and other batch sizes never double or lose a row', async () => {
    const { sink, ids } = createSink();
    let next = 1;
    for (let round = 0; round < 6; round++) {
      const journal = await openJournal(folder, log, { segmentBytes: 2000 });
      const loader = await openLoader(folder, journal, sink, '0', log, { rows: 3 + round * 5, everyMs: 60_000 });
      for (let group = 0; group < 5; group++) {
        await Promise.all(range(next, next += 7).map(n => journal.append(frameOf(impression(n)), 1)));
        sink.loseAnswers = group % 2 === 0;
        await loader.drain();
      }
      sink.loseAnswers = round % 2 === 0;
      await journal.close();
      await loader.close();
    }
    sink.loseAnswers = false;
    const journal = await openJournal(folder, log);
    const loader = await openLoader(folder, journal, sink, '0', log);
    await loader.drain();
    await loader.close();
    await journal.close();
    expect(ids()).toEqual(range(1, next));
    expect((await readdir(folder)).filter(name => name.endsWith('.ndjson'))).toEqual([]);
  });

  test('while the store is away events are kept, and told when they arrive', async () => {
    const { sink, ids } = createSink();
    sink.away = true;
    const journal = await openJournal(folder, log);
    const loader = await openLoader(folder, journal, sink, '41', log);
    const told: string[] = [];
    loader.onLoaded(loaded => told.push(`${loaded.watermark} ${loaded.rows.impression}`));
    await journal.append(frameOf(impression(42)), 1);
    await loader.drain();
    expect([ids(), loader.watermark(), loader.pending()]).toEqual([[], '41', 1]);
    sink.away = false;
    await loader.drain();
    expect([ids(), told, loader.pending()]).toEqual([[42], ['42 1'], 0]);
    await journal.close();
    await loader.close();
  });

  test('what comes while a batch is loaded waits for the next, and what comes after a quiet time is loaded by itself', async () => {
    const { sink, ids } = createSink();
    const journal = await openJournal(folder, log);
    const append = (n: number) => journal.append(frameOf(impression(n)), 1);
    let next = 1;
    const busy: Sink = { ...sink, load: async (...batch) => {
      if (next < 4) await append(next += 1);
      await sink.load(...batch);
    } };
    const loader = await openLoader(folder, journal, busy, '0', log, { everyMs: 60_000 });
    await loader.drain(); // there is nothing: the first look at the start is over
    await append(1);
    await vi.waitFor(() => expect([ids(), loader.pending()]).toEqual([[1], 1]), { timeout: 30_000 });
    for (const loaded of [[1, 2], [1, 2, 3], [1, 2, 3, 4]]) {
      await loader.drain();
      expect(ids()).toEqual(loaded);
    }
    expect(loader.pending()).toBe(0);
    await loader.close();
    await journal.close();
  });

  test('a row that the store cannot read is put aside, and the others arrive', async () => {
    const { sink, ids } = createSink();
    sink.poison = '"ad_id":5}';
    const journal = await openJournal(folder, log);
    const loader = await openLoader(folder, journal, sink, '0', log);
    await Promise.all(range(1, 10).map(n => journal.append(frameOf(impression(n)), 1)));
    await loader.drain();
    expect(ids().sort()).toEqual([1, 2, 3, 4, 6, 7, 8, 9]);
    expect(await readFile(join(folder, 'unreadable-impression.ndjson'), 'utf8')).toContain('"ad_id":5}');
    await journal.close();
    await loader.close();
  });

  test('what the disk spoiled is put aside as it is, and the others arrive', async () => {
    const before = await openJournal(folder, log);
    await Promise.all(range(1, 6).map(n => before.append(frameOf(impression(n)), 1)));
    await before.close();
    const name = (await readdir(folder)).find(file => file.endsWith('.ndjson')) ?? '';
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace('"ad_id":3', '"ad_id":8'));

    const { sink, ids } = createSink();
    const journal = await openJournal(folder, log);
    const loader = await openLoader(folder, journal, sink, '0', log);
    await loader.drain();
    expect(ids()).toEqual([1, 2, 4, 5]);
    expect(journal.segments()).toEqual([]);
    expect(await readFile(join(folder, 'damaged.ndjson'), 'utf8')).toBe(`${text.split('\n')[2]!.replace('"ad_id":3', '"ad_id":8')}\n`);
    await journal.close();
    await loader.close();
  });

  test('a disk that fails is an answer, not a silence, and the journal goes on in another segment', async () => {
    let failing = false;
    const openFile: typeof open = async (...args) => {
      const handle = await open(...args);
      const [write, sync] = [handle.write.bind(handle), handle.datasync.bind(handle)] as const;
      // Half a line gets through; where a write is not a sync by itself, the sync fails as well.
      const torn = async (bytes: Buffer, at: number) => {
        await write(bytes, at, bytes.length >> 1);
        throw new Error('EIO');
      };
      handle.write = ((bytes: Buffer, at: number) => (failing ? torn(bytes, at) : write(bytes, at))) as typeof handle.write;
      handle.datasync = () => (failing ? Promise.reject(new Error('EIO')) : sync());
      return handle;
    };
    const journal = await openJournal(folder, log, { openFile });
    await journal.append(frameOf(impression(1)), 1);
    failing = true;
    await expect(journal.append(frameOf(impression(2)), 1)).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(journal.append(frameOf(impression(3)), 1)).rejects.toMatchObject({ reason: 'unavailable' });
    failing = false;
    // After a failure it refuses for a moment.
    await vi.waitFor(() => journal.append(frameOf(impression(4)), 1), { timeout: 30_000 });
    expect(journal.segments()).toHaveLength(2);
    const { sink, ids } = createSink();
    const loader = await openLoader(folder, journal, sink, '0', log);
    await loader.drain();
    expect(ids()).toEqual([1, 4]);
    await journal.close();
    await loader.close();
  });

  test('too much waiting at once is an overload', async () => {
    const journal = await openJournal(folder, log, { waitingBytes: 500 });
    const answers = await Promise.allSettled(range(1, 11).map(n => journal.append(frameOf(impression(n)), 1)));
    expect(answers.filter(one => one.status === 'fulfilled')).toHaveLength(Math.floor(500 / frameOf(impression(1)).length));
    expect(answers.at(-1)).toMatchObject({ reason: { reason: 'overloaded' } });
    await journal.append(frameOf(impression(11)), 1);
    await journal.close();
    await expect(journal.append(frameOf(impression(12)), 1)).rejects.toMatchObject({ reason: 'overloaded' });
  });

  test.each(['{"segment":1}', '{"segm', ''])('a position that cannot be read stops the start, by its name: %j', async text => {
    await writeFile(join(folder, 'position.json'), text);
    const journal = await openJournal(folder, log);
    await expect(openLoader(folder, journal, createSink().sink, '0', log)).rejects.toThrow(/position\.json/);
    await journal.close();
  });
});
