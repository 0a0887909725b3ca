import { ONE_SLICE } from '../../support/one-slice.ts';
import { appendFile, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { frameOf } from '../../../server/collector/frames.ts';
import type { Sink } from '../../../server/collector/careful-load.ts';
import { openJournal, type JournalOptions } from '../../../server/collector/journal.ts';
import { segmentNames } from '../../../server/collector/segments.ts';
import { readPosition } from '../../../server/collector/load-position.ts';
import { createBatchReader } from '../../../server/collector/batch.ts';
import { openLoader, type LoaderOptions } from '../../../server/collector/loader.ts';
import { openDamagedLines } from '../../../server/collector/damaged-lines.ts';
import { openRejectedRows } from '../../../server/collector/rejected-rows.ts';
import type { Event, Table } from '../../../server/collector/rows.ts';

const log = pino({ level: 'silent' });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-journal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const impression = (n: number, row: Partial<{ product_id: number; ts: string }> = {}): Event => ({
  table: 'impression',
  id: BigInt(n),
  row: {
    product_id: 1,
    visitor_id: '0',
    ts: '2026-02-28 23:59:59.999',
    ip: '::',
    bot: 0,
    impression_id: String(n),
    ad_id: n,
    ...row,
  },
});
const conversion = (n: number, ts: string): Event =>
  ({
    table: 'conversion',
    id: BigInt(n),
    row: { product_id: 1, visitor_id: '7', ts, ip: '::', bot: 0, conversion_id: String(n), ad_id: n },
  }) as unknown as Event;

type StoredRow = Readonly<Record<'ts' | 'product_id' | 'ad_id', unknown>>;

/** A store that records what arrives and drops a repeated token, as the columnar store does. */
const createSink = () => {
  const rows: string[] = [];
  const tokens = new Map<string, string>();
  const store = {
    away: false,
    loseAnswers: false,
    inserts: [] as StoredRow[][],
    late: [] as string[],
    /** The code with which the store refuses a row; null: it accepts the row. */
    refuse: (_row: StoredRow): string | null => null,
  };
  const parse = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as StoredRow);
  const sink: Sink = {
    load: async (_table: Table, lines, token) => {
      if (store.away) throw new Error('away');
      const text = Buffer.concat([...lines]).toString();
      const code = parse(text)
        .map(store.refuse)
        .find(refused => refused !== null);
      if (code !== undefined) throw Object.assign(new Error('refused'), { code });
      const seen = tokens.get(token);
      if (seen === undefined) {
        tokens.set(token, text);
        rows.push(...text.trimEnd().split('\n'));
        store.inserts.push(parse(text));
      } else if (seen !== text) throw new Error(`token ${token} came with other rows`);
      if (store.loseAnswers) throw new Error('the answer was lost');
    },
    faultOf: error => {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === null) return 'store';
      return code === '117' ? 'rows' : 'unclear';
    },
    storedIds: async (_table, ids) =>
      new Set(ids.filter(id => rows.some(row => row.includes(`_id":"${id}"`)))),
    noteLateConversions: async ids => {
      store.late.push(...ids);
    },
  };
  return { sink, store, ids: () => rows.map(row => (JSON.parse(row) as { ad_id: number }).ad_id) };
};

/** Opens journal and loader on the folder as the collector does. */
const openBoth = async (
  sink: Sink,
  {
    journal: journalOptions = {},
    loader: loaderOptions = {},
    watermark = '0',
  }: { journal?: JournalOptions; loader?: LoaderOptions; watermark?: string } = {},
) => {
  const position = await readPosition(folder, await segmentNames(folder));
  const journal = await openJournal(folder, log, { ...journalOptions, lastNumber: position.lastNumber });
  const rejected = await openRejectedRows(folder);
  const loader = openLoader(
    {
      ...ONE_SLICE,
      folder,
      journal,
      position,
      reader: createBatchReader(),
      rejected,
      damaged: await openDamagedLines(folder),
      sink,
      watermark,
      log,
    },
    { retryMs: [1], ...loaderOptions },
  );
  return {
    journal,
    loader,
    rejected,
    append: (...numbers: number[]) =>
      Promise.all(numbers.map(n => journal.append(frameOf(impression(n)), 1))),
    close: async () => {
      await journal.close();
      await loader.close();
    },
  };
};
/** The segments that remain after a kill of the process, which closes nothing. */
const segmentsIn = async () => (await readdir(folder)).filter(name => /^\d{12}-/.test(name));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

describe('the journal and its loader', () => {
  test('load every acknowledged event once after a crash, without the torn end', async () => {
    const journal = await openJournal(folder, log);
    await Promise.all(range(1, 101).map(n => journal.append(frameOf(impression(n)), 1)));
    await journal.close();
    const [file = ''] = await segmentsIn();
    await appendFile(join(folder, file), frameOf(impression(101)).slice(0, -5));

    const { sink, ids } = createSink();
    const both = await openBoth(sink);
    await both.loader.drain();
    expect(ids()).toEqual(range(1, 101));
    expect(both.loader.watermark()).toBe('100');
    expect(both.journal.segments()).toEqual([]);
    await both.close();
  });

  test('lose nothing over clean stops and starts: segments continue the numbering even in an empty folder', async () => {
    const { sink, ids } = createSink();
    const numbers: number[] = [];
    for (const run of range(0, 12)) {
      const { append, loader, close } = await openBoth(sink, { loader: { everyMs: 60_000 } });
      await append(...range(run * 10, run * 10 + 10));
      numbers.push(...(await segmentsIn()).map(name => Number(name.slice(0, 12))));
      await loader.drain();
      await close();
      expect(await segmentsIn()).toEqual([]);
    }
    expect(ids()).toEqual(range(0, 120));
    expect(numbers).toEqual(range(1, 13));
  });

  test('load segments in the order of their numbers, and remove them only after they are recorded as loaded', async () => {
    const frames = (n: number) => frameOf(impression(n));
    await writeFile(join(folder, '000000000009-ffffffffffff.ndjson'), frames(1));
    await writeFile(join(folder, '000000000010-000000000000.ndjson'), frames(2));
    await writeFile(join(folder, '000000000010-111111111111.ndjson'), frames(3));
    await writeFile(
      join(folder, 'position.json'),
      JSON.stringify({
        format: 2,
        lastNumber: 12,
        watermark: '0',
        current: null,
        loaded: ['000000000010-000000000000.ndjson'],
        unsure: [],
      }),
    );
    const { sink, ids } = createSink();
    const { append, loader, close } = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await append(4);
    expect((await segmentsIn()).at(-1)).toMatch(/^000000000013-/);
    await loader.drain();
    await close();
    expect(ids()).toEqual([1, 3, 4]);
    expect(await segmentsIn()).toEqual([]);
  });

  test('take over the folder of an earlier version: events that it skipped are loaded, loaded ones are not loaded again', async () => {
    const { sink, store, ids } = createSink();
    for (const n of [2, 4])
      await sink.load('impression', [Buffer.from(`${JSON.stringify(impression(n).row)}\n`)], `before ${n}`);
    const [skipped, current, next] = [
      '000000000001-111111111111.ndjson',
      '000000000003-222222222222.ndjson',
      '000000000003-333333333333.ndjson',
    ];
    await writeFile(
      join(folder, skipped),
      [impression(1), impression(2), conversion(3, '2026-01-01 00:00:00.000')].map(frameOf).join(''),
    );
    await writeFile(join(folder, current), [impression(4), impression(5)].map(frameOf).join(''));
    await writeFile(join(folder, next), frameOf(impression(6)));
    const from = frameOf(impression(4)).length;
    await writeFile(
      join(folder, 'position.json'),
      JSON.stringify({ segment: current, from, to: from, watermark: '9' }),
    );

    const both = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await both.append(10);
    expect((await segmentsIn()).at(-1)).toMatch(/^000000000004-/);
    await both.loader.drain();
    expect(ids()).toEqual([2, 4, 1, 3, 5, 6, 10]);
    expect([store.late, both.loader.watermark()]).toEqual([['3'], '10']);
    await both.close();
    expect(await segmentsIn()).toEqual([]);
  });

  test('continue at the position of an earlier version without skipped segments', async () => {
    const { sink, ids } = createSink();
    const [done, current] = ['000000000002-444444444444.ndjson', '000000000003-222222222222.ndjson'];
    const batch = frameOf(impression(4)).length;
    await writeFile(join(folder, current), [4, 5, 6].map(n => frameOf(impression(n))).join(''));
    // The pending batch had arrived, as its token shows.
    await sink.load(
      'impression',
      [Buffer.from(`${JSON.stringify(impression(5).row)}\n`)],
      `impression:${current}:${batch}-${2 * batch}`,
    );
    await writeFile(
      join(folder, 'position.json'),
      JSON.stringify({ segment: current, from: batch, to: 2 * batch, watermark: '4' }),
    );
    const both = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await both.loader.drain();
    expect(ids()).toEqual([5, 6]);
    await both.close();
    await writeFile(
      join(folder, 'position.json'),
      JSON.stringify({ segment: done, from: batch, to: batch, watermark: '6' }),
    );
    const later = await openBoth(sink);
    await later.append(7);
    await later.loader.drain();
    expect([ids(), later.loader.watermark()]).toEqual([[5, 6, 7], '7']);
    await later.close();
  });

  test('neither lose nor double a row after lost answers, restarts and changes of the batch size', async () => {
    const { sink, store, ids } = createSink();
    let next = 1;
    for (let round = 0; round < 6; round++) {
      const { append, loader, close } = await openBoth(sink, {
        journal: { segmentBytes: 2000 },
        loader: { rows: 3 + round * 5, everyMs: 60_000 },
      });
      for (let group = 0; group < 5; group++) {
        await append(...range(next, (next += 7)));
        store.loseAnswers = group % 2 === 0;
        await loader.drain();
      }
      store.loseAnswers = round % 2 === 0;
      await close();
    }
    store.loseAnswers = false;
    const { loader, close } = await openBoth(sink);
    await loader.drain();
    await close();
    expect(ids()).toEqual(range(1, next));
    expect(await segmentsIn()).toEqual([]);
  });

  test('keep events while the store is unavailable, state since when, and announce the events when they arrive', async () => {
    const { sink, store, ids } = createSink();
    store.away = true;
    const { append, loader, close } = await openBoth(sink, {
      watermark: '41',
      loader: { retryMs: [60_000] },
    });
    const announced: string[] = [];
    loader.onLoaded(loaded => announced.push(`${loaded.watermark} ${loaded.rows.impression}`));
    await append(42);
    await loader.drain();
    expect([ids(), loader.watermark(), loader.pending()]).toEqual([[], '41', 1]);
    const [{ failures, failingSinceMs, waitingSinceMs, backlogBytes }, bytes] = [
      loader.status(),
      frameOf(impression(42)).length,
    ];
    expect([failures > 0, failingSinceMs === null, waitingSinceMs === null, backlogBytes]).toEqual([
      true,
      false,
      false,
      bytes,
    ]);
    store.away = false;
    await loader.drain();
    expect([ids(), announced, loader.pending()]).toEqual([[42], ['42 1'], 0]);
    expect(loader.status()).toMatchObject({
      backlogBytes: 0,
      failures: 0,
      failingSinceMs: null,
      waitingSinceMs: null,
      rejectedRows: 0,
      damagedLines: 0,
    });
    await close();
  });

  test('load events that arrive during a load with the next batch, and a first event after a pause immediately', async () => {
    const { sink, ids } = createSink();
    let next = 1;
    let append: (n: number) => Promise<unknown> = () => Promise.resolve();
    const busy: Sink = {
      ...sink,
      load: async (...batch) => {
        if (next < 4) await append((next += 1));
        await sink.load(...batch);
      },
    };
    const both = await openBoth(busy, { loader: { everyMs: 60_000 } });
    ({ append } = both);
    const { loader } = both;
    await loader.drain(); // the first look at the start, with nothing to load
    await append(1);
    await vi.waitFor(() => expect([ids(), loader.pending()]).toEqual([[1], 1]), { timeout: 30_000 });
    for (const loaded of [
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
    ]) {
      await loader.drain();
      expect(ids()).toEqual(loaded);
    }
    expect(loader.pending()).toBe(0);
    await both.close();
  });

  test('set aside a damaged line verbatim, and load the others', async () => {
    const before = await openJournal(folder, log);
    await Promise.all(range(1, 6).map(n => before.append(frameOf(impression(n)), 1)));
    await before.close();
    const [name = ''] = await segmentsIn();
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replace('"ad_id":3', '"ad_id":8'));

    const { sink, ids } = createSink();
    const { journal, loader, close } = await openBoth(sink);
    await loader.drain();
    expect(ids()).toEqual([1, 2, 4, 5]);
    expect([journal.segments(), loader.status().damagedLines]).toEqual([[], 1]);
    expect(await readFile(join(folder, 'damaged.ndjson'), 'utf8')).toBe(
      `${text.split('\n')[2]!.replace('"ad_id":3', '"ad_id":8')}\n`,
    );
    await close();

    const after = await openBoth(sink);
    expect(after.loader.status().damagedLines, 'also after a restart').toBe(1);
    await after.close();
  });

  test('refuse events while the disk fails, never load a refused event, and continue in another segment', async () => {
    let failing = false;
    const openFile: typeof open = async (...args) => {
      const handle = await open(...args);
      const [write, sync] = [handle.write.bind(handle), handle.datasync.bind(handle)] as const;
      // The line is written, but its sync fails.
      const torn = async (bytes: Buffer, at: number) => {
        await write(bytes, at);
        throw new Error('EIO');
      };
      handle.write = ((bytes: Buffer, at: number) =>
        failing ? torn(bytes, at) : write(bytes, at)) as typeof handle.write;
      handle.datasync = () => (failing ? Promise.reject(new Error('EIO')) : sync());
      return handle;
    };
    const journal = await openJournal(folder, log, { openFile });
    await journal.append(frameOf(impression(1)), 1);
    failing = true;
    await expect(journal.append(frameOf(impression(2)), 1)).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(journal.append(frameOf(impression(3)), 1)).rejects.toMatchObject({ reason: 'unavailable' });
    failing = false;
    // After a failure the journal refuses events for a moment.
    await vi.waitFor(() => journal.append(frameOf(impression(4)), 1), { timeout: 30_000 });
    expect(journal.segments()).toHaveLength(2);
    await journal.close();
    const { sink, ids } = createSink();
    const { loader, close } = await openBoth(sink);
    await loader.drain();
    expect(ids()).toEqual([1, 4]);
    await close();
  });
});

describe('rows that the store refuses', () => {
  const month = (n: number) =>
    `${2000 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}-15 00:00:00.000`;

  test('are avoided for a batch of too many months for one insert by splitting it by months', async () => {
    const { sink, store, ids } = createSink();
    const { journal, loader, close } = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await Promise.all(
      range(0, 118).map(n => journal.append(frameOf(impression(n + 1, { ts: month(n) })), 1)),
    );
    await loader.drain();
    expect(ids().sort((a, b) => a - b)).toEqual(range(1, 119));
    expect(store.inserts.map(rows => new Set(rows.map(row => String(row.ts).slice(0, 7))).size)).toEqual([
      50, 50, 18,
    ]);
    await close();
  });

  test('are set aside, every other row arrives, and one tenant delays no other', async () => {
    const { sink, store, ids } = createSink();
    store.refuse = ({ ad_id }) => (ad_id === 5 ? '117' : null);
    const { journal, loader, rejected, close } = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await Promise.all(
      range(1, 17).map(n => journal.append(frameOf(impression(n, { product_id: n % 4 })), 1)),
    );
    await loader.drain();
    expect(ids().sort((a, b) => a - b)).toEqual(range(1, 17).filter(n => n !== 5));
    expect(rejected.all()).toEqual([
      {
        table: 'impression',
        id: '5',
        error: 'code 117',
        row: JSON.stringify(impression(5, { product_id: 1 }).row),
      },
    ]);
    expect(loader.status()).toMatchObject({ rejectedRows: 1, failures: 0 });
    // Whole products at once, except for the faulty one.
    expect(store.inserts.map(rows => rows.map(row => row.product_id))).toEqual([
      [1],
      [1, 1],
      [2, 2, 2, 2],
      [3, 3, 3, 3],
      [0, 0, 0, 0],
    ]);
    await close();
  });

  test('in different halves of a batch are both set aside, once for any number of attempts', async () => {
    const { sink, store, ids } = createSink();
    store.refuse = ({ ad_id }) => (ad_id === 1 || ad_id === 4 ? '117' : null);
    const first = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await first.append(1, 2, 3, 4);
    // The record of the loaded batch cannot be written, so the batch is sent again.
    await writeFile(join(folder, 'position.json.new'), '');
    const before = await readFile(join(folder, 'position.json'), 'utf8').catch(() => null);
    await first.loader.drain();
    // One pass loads both halves; the store would drop rows with a token that was used for another half.
    expect([ids(), first.rejected.all().map(row => row.id), first.loader.status().failures]).toEqual([
      [2, 3],
      ['1', '4'],
      0,
    ]);
    await first.journal.close();
    expect(before).toBeNull();
    const [name = ''] = await segmentsIn();
    const to = range(1, 5).reduce((sum, n) => sum + frameOf(impression(n)).length, 0);
    await writeFile(
      join(folder, 'position.json'),
      JSON.stringify({
        format: 2,
        lastNumber: 0,
        watermark: '0',
        current: { segment: name, from: 0, to, careful: true },
        loaded: [],
        unsure: [],
      }),
    );
    const again = await openBoth(sink, { loader: { everyMs: 60_000 } });
    await again.loader.drain();
    expect([ids(), again.rejected.all().map(row => row.id)]).toEqual([
      [2, 3],
      ['1', '4'],
    ]);
    await again.close();
  });

  test('for an unclear reason are set aside only after repeated attempts, and never if the store accepts nothing', async () => {
    const { sink, store, ids } = createSink();
    let attempts = 0;
    store.refuse = ({ ad_id }) => {
      if (ad_id !== 2) return null;
      attempts += 1;
      return '9999';
    };
    const both = await openBoth(sink, { loader: { everyMs: 60_000, retryMs: [60_000] } });
    await both.append(1, 2, 3);
    for (const n of [1, 2, 3]) {
      await both.loader.drain();
      expect([ids(), both.loader.status().failures >= n, both.rejected.count()]).toEqual([[], true, 0]);
    }
    attempts = 0;
    await both.loader.drain();
    expect([ids(), both.rejected.all().map(row => row.id), attempts > 0]).toEqual([[1, 3], ['2'], true]);

    store.refuse = () => '9999';
    await both.append(4, 5);
    for (const _ of range(0, 8)) await both.loader.drain();
    expect([ids(), both.rejected.count()]).toEqual([[1, 3], 1]);
    store.refuse = () => null;
    await both.loader.drain();
    expect(ids()).toEqual([1, 3, 4, 5]);
    await both.close();
  });
});
