import { ONE_SLICE } from '../../support/one-slice.ts';
import { appendFileSync, statSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trace, type Tracer } from '@opentelemetry/api';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Sink } from '../../../server/collector/careful-load.ts';
import { frameOf } from '../../../server/collector/frames.ts';
import { createBatchReader } from '../../../server/collector/batch.ts';
import type { Journal } from '../../../server/collector/journal.ts';
import type { Segment } from '../../../server/collector/segments.ts';
import { NEW_POSITION, savePosition, type LoadPosition } from '../../../server/collector/load-position.ts';
import { openLoader, type LoaderOptions } from '../../../server/collector/loader.ts';
import { openDamagedLines } from '../../../server/collector/damaged-lines.ts';
import { openRejectedRows } from '../../../server/collector/rejected-rows.ts';
import type { Event, Table } from '../../../server/collector/rows.ts';

const [FIRST, SECOND] = ['000000000009-aaaaaaaaaaaa.ndjson', '000000000010-bbbbbbbbbbbb.ndjson'];
const frame = (id: number, { ts = '2026-02-28 23:59:59.999', table = 'impression' as Table } = {}) =>
  frameOf({
    table,
    id: BigInt(id),
    row: { product_id: 1, ts, [`${table}_id`]: String(id) },
  } as unknown as Event);

let folder: string;
let logged: { level: number; msg: string; [key: string]: unknown }[];
const log = pino(
  { level: 'debug', base: null, timestamp: false },
  { write: line => logged.push(JSON.parse(line)) },
);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-loader-'));
  logged = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const segmentOf = async (name: string, frames: readonly string[], closed = true): Promise<Segment> => {
  const path = join(folder, name);
  await writeFile(path, frames.join(''));
  return { name, path, durable: frames.join('').length, closed };
};

const savedPosition = async () =>
  JSON.parse(await readFile(join(folder, 'position.json'), 'utf8')) as LoadPosition;

type Answer = 'rows' | 'store' | 'size' | 'unclear' | null;

/**
 * A loader over a journal and a store in memory. `refusal` is the store's answer to an insert; null:
 * accepted.
 */
const openHere = async (
  segments: Segment[],
  {
    position = NEW_POSITION,
    watermark = '0',
    storesDamagedLines = true,
    ...options
  }: LoaderOptions & { position?: LoadPosition; watermark?: string; storesDamagedLines?: boolean } = {},
) => {
  let grow: (rows: number) => void = () => undefined;
  const journal = {
    segments: vi.fn(() => segments),
    has: (name: string) => segments.some(segment => segment.name === name),
    remove: vi.fn(async (segment: Segment) => {
      segments.splice(segments.indexOf(segment), 1);
    }),
    onGrow: (listener: typeof grow) => {
      grow = listener;
    },
  };
  const inserts: { token: string; ids: number[]; position: LoadPosition['current'] }[] = [];
  const store = {
    refusal: (_ids: readonly number[], _table: Table): Answer => null,
    code: '117' as string | undefined,
    held: [] as string[],
  };
  const sink: Sink = {
    load: async (table, pieces, token) => {
      const ids = Buffer.concat([...pieces])
        .toString()
        .trimEnd()
        .split('\n')
        .map(line => Number((JSON.parse(line) as Record<string, string>)[`${table}_id`]));
      inserts.push({ token, ids, position: (await savedPosition()).current });
      const fault = store.refusal(ids, table);
      if (fault !== null)
        throw Object.assign(
          new Error(`refused: ${fault}`),
          { fault },
          store.code === undefined ? {} : { code: store.code },
        );
    },
    faultOf: error => (error as { fault?: Answer }).fault ?? 'store',
    storedIds: async () => new Set(store.held),
    noteLateConversions: async () => undefined,
  };
  await savePosition(folder, position);
  const rejected = await openRejectedRows(folder);
  const loader = openLoader(
    {
      ...ONE_SLICE,
      folder,
      journal: journal as unknown as Journal,
      position,
      reader: createBatchReader(),
      rejected,
      damaged: storesDamagedLines ? await openDamagedLines(folder) : null,
      sink,
      watermark,
      log,
    },
    options,
  );
  return {
    journal,
    loader,
    rejected,
    store,
    inserts,
    grow: (rows: number) => grow(rows),
    looks: () => journal.segments.mock.calls.length,
  };
};

/** A loader with a loaded segment that cannot be removed, so that it fails without the store and the disk. */
const stuck = async (options: LoaderOptions = {}) => {
  const here = await openHere([{ name: FIRST, path: join(folder, FIRST), durable: 5, closed: true }], {
    position: { ...NEW_POSITION, loaded: [FIRST] },
    ...options,
  });
  here.journal.remove.mockRejectedValue(new Error('EIO'));
  return here;
};

describe('the loader looks for events', () => {
  /** The times in ms from now at which the loader looks within `ms`. */
  const looksWithin = async (ms: number, looks: () => number) => {
    const times: number[] = [];
    for (let at = 0; at <= ms; at++) {
      const before = looks();
      await vi.advanceTimersByTimeAsync(at === 0 ? 0 : 1);
      if (looks() > before) times.push(at);
    }
    return times;
  };

  test('at the start, and once a second without events', async () => {
    const { looks } = await openHere([]);
    expect(await looksWithin(2_500, looks)).toEqual([0, 1_000, 2_000]);
  });

  test.each<[string, readonly number[]]>([
    ['50 ms after the first event', []],
    ['no later after a second event', [40]],
  ])('%s', async (_, others) => {
    const { looks, grow } = await openHere([]);
    await vi.advanceTimersByTimeAsync(100);
    const before = looks();
    grow(1);
    for (let at = 1; at < 50; at++) {
      await vi.advanceTimersByTimeAsync(1);
      if (others.includes(at)) grow(1);
    }
    expect(looks()).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks()).toBeGreaterThan(before);
  });

  test.each<[string, number, number]>([
    ['a second after the last load', 300, 1_000],
    ['50 ms after an event at the end of that second', 980, 1_030],
  ])('%s', async (_, growAt, expected) => {
    const { looks, grow, loader } = await openHere([await segmentOf(FIRST, [frame(1)], false)]);
    await loader.drain();
    await vi.advanceTimersByTimeAsync(growAt);
    grow(1);
    expect((await looksWithin(1_100 - growAt, looks)).map(at => at + growAt)[0]).toBe(expected);
  });

  test('at once when a full batch waits, except after a failure', async () => {
    const { looks, grow } = await openHere([], { rows: 3 });
    await vi.advanceTimersByTimeAsync(0);
    const before = looks();
    grow(2);
    expect(looks()).toBe(before);
    grow(1);
    expect(looks()).toBeGreaterThan(before);
    const failing = await stuck({ rows: 3 });
    await vi.advanceTimersByTimeAsync(0);
    const failed = failing.looks();
    failing.grow(3);
    expect([failing.loader.status().failures, failing.looks()]).toEqual([1, failed + 1]);
    expect(
      await looksWithin(1_000, failing.looks),
      'a failing loader waits for the end of its pause',
    ).toEqual([1_000]);
  });

  test.each<[LoaderOptions, number[]]>([
    [{}, [0, 1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000]],
    [{ everyMs: 50, retryMs: [100, 300] }, [0, 100, 400, 700, 1_000]],
    [{ everyMs: 200, retryMs: [100, 300] }, [0, 200, 500, 800]],
    [{ everyMs: 200, retryMs: [] }, [0, 200, 400]],
  ])('with %j after consecutive failures', async (options, times) => {
    const { journal } = await stuck(options);
    const begun = performance.now();
    const tries: number[] = [];
    journal.remove.mockImplementation(() => {
      tries.push(performance.now() - begun);
      return Promise.reject(new Error('EIO'));
    });
    await vi.advanceTimersByTimeAsync(times.at(-1)!);
    expect(tries).toEqual(times);
  });

  test('at the close for the remaining events, and never after it', async () => {
    const segment = await segmentOf(FIRST, [frame(1), frame(2), frame(3)]);
    const { loader, grow, looks, inserts } = await openHere([segment], { rows: 1 });
    await loader.close();
    expect(inserts.map(({ ids }) => ids)).toEqual([[1], [2], [3]]);
    const after = looks();
    grow(1);
    await vi.advanceTimersByTimeAsync(100_000);
    expect([looks(), vi.getTimerCount()]).toEqual([after, 0]);
  });

  test('no more at the close while it fails', async () => {
    const { loader, journal } = await stuck();
    await vi.advanceTimersByTimeAsync(0);
    await loader.close();
    await vi.advanceTimersByTimeAsync(100_000);
    expect(journal.remove).toHaveBeenCalledTimes(1);
  });

  test('no more when a close comes during a batch', async () => {
    const { loader, inserts, store, journal } = await openHere(
      [await segmentOf(FIRST, [frame(1), frame(2)])],
      { rows: 1 },
    );
    const closing: Promise<void>[] = [];
    store.refusal = () => {
      if (closing.length === 0) closing.push(loader.close());
      return 'store';
    };
    await loader.drain();
    await Promise.all(closing);
    expect([inserts.map(({ ids }) => ids), journal.remove.mock.calls.length]).toEqual([[[1]], 0]);
  });
});

describe('the loader reports', () => {
  test('since when it fails, in one log line until the store accepts events again', async () => {
    const { loader, journal } = await stuck({ retryMs: [500] });
    await vi.advanceTimersByTimeAsync(0);
    const begun = performance.now();
    expect(loader.status()).toMatchObject({ failures: 1, failingSinceMs: begun });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(loader.status()).toMatchObject({ failures: 3, failingSinceMs: begun });
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'The columnar store does not accept events; they stay in the journal. Retrying.'],
    ]);
    expect(logged[0]).toMatchObject({ err: { message: 'EIO' } });
    journal.segments.mockImplementation(() => []);
    await loader.drain();
    await loader.drain();
    expect(loader.status()).toMatchObject({ failures: 0, failingSinceMs: null });
    expect(logged.slice(1).map(({ level, msg }) => [level, msg])).toEqual([
      [30, 'The columnar store accepts events again.'],
    ]);
  });

  test('how much waits, since when, and at which position', async () => {
    const [lines, more] = [[frame(1), frame(2)], [frame(3)]];
    const segments = [await segmentOf(FIRST, lines), await segmentOf(SECOND, more, false)];
    const { loader, grow, store, journal } = await openHere(segments, {
      position: { ...NEW_POSITION, lastNumber: 7 },
      rows: 1,
    });
    const bytes = [...lines, ...more].map(line => line.length);
    const opened = performance.now();
    expect(loader.status()).toEqual({
      backlogBytes: bytes[0]! + bytes[1]! + bytes[2]!,
      segment: 7,
      segmentOffsetBytes: 0,
      failures: 0,
      failingSinceMs: null,
      waitingSinceMs: opened,
      rejectedRows: 0,
      damagedLines: 0,
    });
    vi.advanceTimersByTime(10);
    grow(1);
    expect([loader.pending(), loader.status().waitingSinceMs]).toEqual([1, opened + 10]);
    vi.advanceTimersByTime(10);
    grow(1);
    expect([loader.pending(), loader.status().waitingSinceMs], 'earlier events wait already').toEqual([
      2,
      opened + 10,
    ]);
    store.refusal = ids => (ids.includes(2) ? 'store' : null);
    await loader.drain();
    expect(loader.status()).toMatchObject({
      backlogBytes: bytes[1]! + bytes[2]!,
      segment: 9,
      segmentOffsetBytes: bytes[0],
      waitingSinceMs: opened + 20,
    });
    expect(loader.pending()).toBe(1);
    store.refusal = () => null;
    journal.remove.mockRejectedValueOnce(new Error('EIO'));
    await loader.drain();
    expect(loader.status(), 'loaded events do not wait, although their file remains').toMatchObject({
      backlogBytes: bytes[2],
      segment: 9,
      segmentOffsetBytes: 0,
    });
    await loader.drain();
    expect(loader.status()).toMatchObject({
      backlogBytes: 0,
      segment: 10,
      segmentOffsetBytes: bytes[2],
      waitingSinceMs: null,
    });
    expect(loader.pending(), 'rows of an earlier run are not counted').toBe(0);
  });

  test.each([
    ['9', '10', '10'],
    ['100', '99', '100'],
    ['5', '5', '5'],
  ])(
    'the larger of the recorded id %s and the stored id %s, compared as numbers',
    async (recorded, stored, larger) => {
      const { loader } = await openHere([], {
        position: { ...NEW_POSITION, watermark: recorded },
        watermark: stored,
      });
      expect(loader.watermark()).toBe(larger);
    },
  );

  test('the rows of a batch to every listener although another one fails, and no empty batch', async () => {
    const lines = [frame(12), frame(11, { table: 'conversion' }), 'damaged\n', frame(5)];
    const { loader } = await openHere([await segmentOf(FIRST, lines)], { rows: 2, watermark: '8' });
    const [first, second] = [
      vi.fn(() => {
        throw new Error('broken');
      }),
      vi.fn(),
    ];
    loader.onLoaded(first);
    loader.onLoaded(second);
    await loader.drain();
    expect(second.mock.calls).toEqual([
      [{ watermark: '12', rows: { contact: 0, impression: 1, access: 0, conversion: 1 } }],
      [{ watermark: '12', rows: { contact: 0, impression: 1, access: 0, conversion: 0 } }],
    ]);
    expect(first).toHaveBeenCalledTimes(2);
    expect(logged.filter(({ msg }) => msg === 'A listener for loaded events failed.')).toMatchObject([
      { level: 50, err: { message: 'broken' } },
      { level: 50 },
    ]);
  });

  test('no batch of damaged lines to listeners, and keeps the lines', async () => {
    const { loader } = await openHere([await segmentOf(FIRST, ['damaged 1\n', 'damaged 2\n', frame(3)])], {
      rows: 2,
    });
    const listener = vi.fn();
    loader.onLoaded(listener);
    await loader.drain();
    expect(listener).toHaveBeenCalledTimes(1);
    expect([loader.status().damagedLines, await readFile(join(folder, 'damaged.ndjson'), 'utf8')]).toEqual([
      2,
      'damaged 1\ndamaged 2\n',
    ]);
    expect(logged).toMatchObject([
      {
        level: 50,
        segment: FIRST,
        from: 0,
        to: 20,
        damaged: 2,
        msg: 'The journal has damaged lines; they were copied to damaged.ndjson.',
      },
    ]);
  });

  test('no damaged lines where the loader of another slice does, and loads the rows between them', async () => {
    const { loader, inserts } = await openHere([await segmentOf(FIRST, ['damaged\n', frame(3)])], {
      storesDamagedLines: false,
    });
    await loader.drain();
    expect([inserts.map(({ ids }) => ids), loader.status().damagedLines, logged]).toEqual([[[3]], 0, []]);
  });

  test('that the events of a moment are loaded, not before, and not later because of newer ones', async () => {
    const segments = [await segmentOf(FIRST, [frame(1)]), await segmentOf(SECOND, [], false)];
    const { loader } = await openHere(segments);
    const isLoaded = loader.loadedUpToNow();
    expect(isLoaded(), 'the last segment is empty, the one before it is not loaded').toBe(false);
    await loader.drain();
    await appendFile(segments[0]!.path, frame(2));
    segments[0]!.durable = frame(2).length;
    expect([isLoaded(), loader.loadedUpToNow()()]).toEqual([true, false]);
  });

  test('each batch to the receiver of traces', async () => {
    const names: string[] = [];
    const span = { end: () => undefined };
    const tracer = {
      startActiveSpan: (name: string, _: object, work: (its: typeof span) => unknown) => {
        names.push(name);
        return work(span);
      },
    };
    const getTracer = vi.spyOn(trace, 'getTracer').mockReturnValue(tracer as unknown as Tracer);
    const { loader } = await openHere([await segmentOf(FIRST, [frame(1), frame(2)])], { rows: 1 });
    await loader.drain();
    getTracer.mockRestore();
    expect(names).toEqual(['load events', 'load events']);
  });

  test.each([
    [true, ['An incomplete record at the end of a journal segment was skipped.']],
    [false, []],
  ])('a torn end only of a closed segment (%s)', async (closed, messages) => {
    const segments = [await segmentOf(FIRST, [frame(1), 'torn'], closed)];
    const { loader, journal } = await openHere(segments);
    await loader.drain();
    expect(logged.map(({ msg }) => msg)).toEqual(messages);
    if (closed) expect(logged).toMatchObject([{ level: 30, segment: FIRST, bytes: 4 }]);
    expect(journal.remove).toHaveBeenCalledTimes(closed ? 1 : 0);
  });
});

describe('the batches of the loader', () => {
  test('are recorded before they are sent, under the tokens of earlier versions', async () => {
    const ordered = Array.from({ length: 51 }, (_, n) =>
      frame(n + 1, { ts: `${2000 + n}-01-01 00:00:00.000` }),
    );
    const months = [...ordered.slice(30), ...ordered.slice(0, 30).toReversed()];
    const contact = frame(60, { table: 'conversion' });
    const { loader, inserts } = await openHere([await segmentOf(FIRST, [...months, contact])]);
    await loader.drain();
    const to = [...months, contact].join('').length;
    const position = { segment: FIRST, from: 0, to, careful: false };
    expect(inserts.map(({ token, ids, position: saved }) => [token, ids, saved])).toEqual([
      [`impression:${FIRST}:0-${to}`, Array.from({ length: 50 }, (_, n) => n + 1), position],
      [`impression:${FIRST}:0-${to}:1`, [51], position],
      [`conversion:${FIRST}:0-${to}`, [60], position],
    ]);
    expect(await savedPosition()).toEqual({
      ...NEW_POSITION,
      lastNumber: 9,
      watermark: '60',
      loaded: [FIRST],
    });
  });

  test.each([
    [0, [[1], [2], [3]]],
    [1, [[1, 2], [3]]],
  ])(
    'end with a complete line, within their limit of bytes: %i more than one byte less than two lines',
    async (more, batches) => {
      const size = frame(1).length;
      const { loader, inserts } = await openHere(
        [
          await segmentOf(
            FIRST,
            [1, 2, 3].map(id => frame(id)),
          ),
        ],
        { bytes: 2 * size - 1 + more },
      );
      await loader.drain();
      expect(inserts.map(({ ids }) => ids)).toEqual(batches);
    },
  );

  test('contain durable bytes only', async () => {
    const segment = await segmentOf(FIRST, [frame(1)], false);
    const { loader, inserts } = await openHere([segment]);
    await appendFile(segment.path, frame(2));
    await loader.drain();
    await loader.drain();
    expect(inserts.map(({ ids }) => ids)).toEqual([[1]]);
    expect((await savedPosition()).current).toEqual({
      segment: FIRST,
      from: segment.durable,
      to: segment.durable,
      careful: false,
    });
    segment.durable = (await stat(segment.path)).size;
    await loader.drain();
    expect(inserts.map(({ ids }) => ids)).toEqual([[1], [2]]);
  });

  test('contain only bytes that were durable at the start of the look, in the same segment', async () => {
    const segment = await segmentOf(FIRST, [frame(1), frame(2)], false);
    const { loader, inserts, store } = await openHere([segment], { rows: 1 });
    store.refusal = ([id = 0]) => {
      if (id < 5) appendFileSync(segment.path, frame(id + 2));
      segment.durable = statSync(segment.path).size;
      return null;
    };
    await loader.drain();
    expect(inserts.map(({ ids }) => ids)).toEqual([[1], [2]]);
  });

  test('end with the last segment at the start of the look, and all earlier segments are loaded', async () => {
    const segments = [await segmentOf(FIRST, [frame(1)]), await segmentOf(SECOND, [frame(2)], false)];
    const third = await segmentOf('000000000011-cccccccccccc.ndjson', [frame(3)], false);
    const { loader, inserts, store } = await openHere(segments);
    store.refusal = ([id]) => {
      if (id === 2) {
        segments[0]!.closed = true;
        segments.push(third);
      }
      return null;
    };
    await loader.drain();
    expect([inserts.map(({ ids }) => ids), segments]).toEqual([[[1], [2]], [third]]);
  });

  test('that were begun are repeated with the same bounds and in the same mode under any limits', async () => {
    const lines = [1, 2, 3, 4].map(id => frame(id));
    const size = lines[0]!.length;
    const current = { segment: FIRST, from: size, to: 3 * size, careful: true };
    const { loader, inserts } = await openHere([await segmentOf(FIRST, lines)], {
      rows: 1,
      position: { ...NEW_POSITION, current },
    });
    await loader.drain();
    expect(inserts.map(({ token, ids }) => [token.split(':')[0], ids])).toEqual([
      ['careful', [2, 3]],
      ['impression', [4]],
    ]);
    expect(inserts[0]!.token).toBe(`careful:${FIRST}:${size}-${3 * size}:2026-02:1:2`);
  });

  test('of an uncertain segment omit stored rows, and the segment is certain once it is loaded', async () => {
    const position = { ...NEW_POSITION, lastNumber: 30, unsure: [FIRST, SECOND] };
    const { loader, inserts, store } = await openHere(
      [
        await segmentOf(
          FIRST,
          [1, 2, 3].map(id => frame(id)),
        ),
      ],
      { position },
    );
    store.held = ['2'];
    await loader.drain();
    expect(inserts.map(({ ids }) => ids)).toEqual([[1, 3]]);
    expect(await savedPosition()).toMatchObject({
      unsure: [SECOND],
      loaded: [FIRST],
      lastNumber: 30,
      current: null,
    });
  });

  test('of segments that are recorded as loaded are not repeated while their files remain', async () => {
    const segments = [await segmentOf(FIRST, [frame(1)]), await segmentOf(SECOND, [frame(2)])];
    const { loader, inserts } = await openHere(segments, {
      position: { ...NEW_POSITION, loaded: [FIRST, SECOND] },
    });
    await loader.drain();
    expect([inserts, segments]).toEqual([[], []]);
  });

  test('of a segment whose file could not be removed are not repeated, and its name is dropped with the file', async () => {
    const { loader, inserts, journal } = await openHere([
      await segmentOf(FIRST, [frame(1)]),
      await segmentOf(SECOND, [frame(2)]),
    ]);
    journal.remove.mockRejectedValueOnce(new Error('EIO'));
    await loader.drain();
    expect([inserts.length, (await savedPosition()).loaded]).toEqual([1, [FIRST]]);
    await loader.drain();
    expect([
      inserts.map(({ ids }) => ids),
      (await savedPosition()).loaded,
      journal.remove.mock.calls.length,
    ]).toEqual([[[1], [2]], [SECOND], 3]);
  });
});

describe('a batch that the store refuses', () => {
  test('is sent in parts, recorded before, and its faulty rows are set aside with the code of the refusal', async () => {
    const { loader, inserts, store, rejected } = await openHere([
      await segmentOf(
        FIRST,
        [1, 2].map(id => frame(id)),
      ),
    ]);
    store.refusal = ids => (ids.includes(2) ? 'rows' : null);
    await loader.drain();
    const to = frame(1).length * 2;
    expect(inserts.map(({ ids, position }) => [ids, position?.careful])).toEqual([
      [[1, 2], false],
      [[1, 2], true],
      [[1], true],
      [[2], true],
    ]);
    expect(rejected.all().map(({ id, error }) => [id, error])).toEqual([['2', 'code 117']]);
    expect(loader.status()).toMatchObject({ failures: 0, rejectedRows: 1 });
    expect(logged).toMatchObject([
      {
        level: 40,
        segment: FIRST,
        from: 0,
        to,
        err: { message: 'refused: rows' },
        msg: 'The columnar store rejected a batch; its rows are sent in smaller parts.',
      },
      {
        level: 50,
        table: 'impression',
        rows: 1,
        err: { message: 'refused: rows' },
        msg: 'The columnar store rejected accepted events; they were moved to rejected.ndjson. Load them with npm run replay-rejected.',
      },
    ]);
  });

  test('without a code is set aside as unknown', async () => {
    const { loader, store, rejected } = await openHere([await segmentOf(FIRST, [frame(1)])]);
    [store.code, store.refusal] = [undefined, () => 'rows'];
    await loader.drain();
    expect(rejected.all().map(({ error }) => error)).toEqual(['code unknown']);
  });

  test('for an unclear reason is sent in parts at the fourth refusal and set aside at the fourteenth, without counting times when the store is unavailable', async () => {
    const { loader, inserts, store, rejected } = await openHere([
      await segmentOf(
        FIRST,
        [1, 2].map(id => frame(id)),
      ),
    ]);
    for (let unclear = 1; unclear <= 13; unclear++) {
      store.refusal = () => 'store';
      for (const _ of [1, 2]) await loader.drain();
      store.refusal = () => 'unclear';
      await loader.drain();
      expect([unclear, (await savedPosition()).current?.careful, rejected.count()]).toEqual([
        unclear,
        unclear >= 4,
        0,
      ]);
    }
    expect(
      inserts.some(({ ids }) => ids.length === 1),
      'single rows are sent',
    ).toBe(true);
    await loader.drain();
    expect([rejected.all().map(({ id }) => id), loader.status().failures]).toEqual([['1', '2'], 0]);
  });

  test('for its size is halved at the fourth refusal, until the store takes it; nothing is set aside, and the next batch is halved at once', async () => {
    const segment = await segmentOf(
      FIRST,
      [1, 2, 3, 4, 5].map(id => frame(id)),
      false,
    );
    const { loader, inserts, store, rejected } = await openHere([segment]);
    const taken: number[] = [];
    store.refusal = ids => {
      if (ids.length > 2) return 'size';
      taken.push(...ids);
      return null;
    };
    for (let refusals = 1; refusals <= 3; refusals += 1) {
      await loader.drain();
      expect([(await savedPosition()).current?.careful, taken]).toEqual([false, []]);
    }
    await loader.drain();
    expect(inserts.map(({ ids }) => ids.length)).toEqual([5, 5, 5, 5, 5, 2, 3, 1, 2]);
    expect([taken, rejected.count(), loader.status().failures]).toEqual([[1, 2, 3, 4, 5], 0, 0]);
    const more = [6, 7, 8].map(id => frame(id));
    for (const line of more) {
      await appendFile(segment.path, line);
      segment.durable += line.length;
    }
    await loader.drain();
    expect(inserts.slice(9).map(({ ids }) => ids.length)).toEqual([3, 3, 1, 2]);
    expect([taken, rejected.count()]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], 0]);
  });

  test('for its size down to a single row waits, and is not set aside', async () => {
    const { loader, store, rejected } = await openHere([await segmentOf(FIRST, [frame(1), frame(2)])]);
    store.refusal = () => 'size';
    for (let refusals = 1; refusals <= 20; refusals += 1) await loader.drain();
    expect([rejected.count(), loader.status().failures]).toEqual([0, 20]);
    store.refusal = () => null;
    await loader.drain();
    expect([rejected.count(), loader.status().failures]).toEqual([0, 0]);
  });

  test.each(['unclear', 'size'] as const)('is counted from zero after a loaded batch: %s', async fault => {
    const segment = await segmentOf(FIRST, [frame(1)], false);
    const { loader, store } = await openHere([segment]);
    for (const _ of [1, 2, 3]) {
      store.refusal = () => fault;
      for (const __ of [1, 2, 3]) await loader.drain();
      expect((await savedPosition()).current?.careful).toBe(false);
      store.refusal = () => null;
      await loader.drain();
      await appendFile(segment.path, frame(2));
      segment.durable += frame(2).length;
    }
  });
});
