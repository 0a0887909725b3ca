import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Loader, LoaderStatus } from '../../server/collector/loader.ts';
import { lastEventOf, mergeLoaders, openSliceLoaders } from '../../server/collector/slice-loaders.ts';
import type { Slice } from '../../server/slices/slices.ts';
import { StoreUnavailable } from '../../server/store/unavailable.ts';

// Vitest does not replace the timers of this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, _: undefined, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
    }),
}));
/** What a loader, its reader and its sink are made of, and in which order they are closed. */
const opened = vi.hoisted(() => ({
  loaders: [] as (readonly [{ readonly select: (batch: object) => Promise<object> }, unknown])[],
  closed: [] as string[],
}));
vi.mock('../../server/collector/loader.ts', () => ({
  openLoader: (...call: (typeof opened.loaders)[number]) => {
    opened.loaders.push(call);
    return { close: async () => opened.closed.push('loader') };
  },
}));
vi.mock('../../server/collector/threaded-batch-reader.ts', () => ({
  createThreadedBatchReader: () => ({ close: async () => opened.closed.push('reader') }),
}));
vi.mock('../../server/collector/sink.ts', () => ({
  createSink: (slice: Slice, db: object) => ({ slice, db }),
}));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const STATUS: LoaderStatus = {
  backlogBytes: 0,
  segment: 1,
  segmentOffsetBytes: 2,
  failures: 0,
  failingSinceMs: null,
  waitingSinceMs: null,
  rejectedRows: 3,
  damagedLines: 4,
};
const loaderOf = (status: Partial<LoaderStatus>, parts: Partial<Loader> = {}) =>
  ({
    status: () => ({ ...STATUS, ...status }),
    drain: vi.fn<Loader['drain']>(async () => undefined),
    close: vi.fn<Loader['close']>(async () => undefined),
    onLoaded: vi.fn<Loader['onLoaded']>(),
    ...parts,
  }) as Loader;
const merged = (...loaders: readonly Loader[]) =>
  mergeLoaders(new Map(loaders.map((loader, n) => [`s${n}`, loader])));

describe('the loaders of several slices', () => {
  it('have the state of the slice that is furthest behind, and the places of the first', () => {
    const { status, statuses } = merged(
      loaderOf({ backlogBytes: 5, failures: 1, failingSinceMs: 30 }),
      loaderOf({ segment: 9, backlogBytes: 7, waitingSinceMs: 20, rejectedRows: 9, damagedLines: 9 }),
      loaderOf({ failures: 2, failingSinceMs: 10, waitingSinceMs: 40 }),
    );
    expect(status()).toEqual({
      ...STATUS,
      backlogBytes: 7,
      failures: 2,
      failingSinceMs: 10,
      waitingSinceMs: 20,
    });
    expect([...statuses()].map(([name, { failures }]) => [name, failures])).toEqual([
      ['s0', 1],
      ['s1', 0],
      ['s2', 2],
    ]);
    expect(merged(loaderOf({}), loaderOf({})).status()).toEqual(STATUS);
  });

  it('have the last event of any, by number, and the most events that wait', () => {
    const [one, two] = [
      loaderOf({}, { watermark: () => '9', pending: () => 8 }),
      loaderOf({}, { watermark: () => '10', pending: () => 3 }),
    ];
    for (const loaders of [merged(one, two), merged(two, one)])
      expect([loaders.watermark(), loaders.pending()]).toEqual(['10', 8]);
  });

  it('announce what is loaded anywhere, and end when all have ended', async () => {
    const all = [loaderOf({}), loaderOf({})];
    const loaders = merged(...all);
    const listener = () => undefined;
    loaders.onLoaded(listener);
    await loaders.close();
    for (const { onLoaded, close } of all) {
      expect(onLoaded).toHaveBeenCalledExactlyOnceWith(listener);
      expect(close).toHaveBeenCalledTimes(1);
    }
  });
});

describe('a drain', () => {
  const never = () => loaderOf({}, { drain: () => new Promise(() => undefined) });
  const stateOf = (drained: Promise<void>) => {
    const state = { isEnded: false };
    void drained.then(() => {
      state.isEnded = true;
    });
    return state;
  };

  it('waits ten seconds for a slice that does not answer', async () => {
    const state = stateOf(merged(loaderOf({}), never()).drain());
    await vi.advanceTimersByTimeAsync(9_999);
    expect(state.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.isEnded).toBe(true);
  });

  it('waits without a limit where there is one slice', async () => {
    const state = stateOf(merged(never()).drain());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(state.isEnded).toBe(false);
  });

  it('ends when all are drained, and leaves no timer', async () => {
    const all = [loaderOf({}), loaderOf({})];
    await merged(...all).drain();
    for (const { drain } of all) expect(drain).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails where a loader fails', async () => {
    const failing = loaderOf({}, { drain: async () => Promise.reject(new Error('refused')) });
    await expect(merged(loaderOf({}), failing).drain()).rejects.toThrow('refused');
  });
});

describe('the last event of a slice', () => {
  const lastEvent = (query: () => Promise<unknown>) =>
    lastEventOf({ name: 'b', columnar: { query } } as unknown as Slice, { watermark: '7' } as never);

  it('is the one that was loaded last while the slice is unavailable', async () => {
    expect(await lastEvent(() => Promise.reject(new StoreUnavailable('away')))).toBe('7');
    await expect(lastEvent(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  });

  it('is the one that is stored otherwise', async () => {
    const data = [{ id: '9', last: '9', watermark: '9', top: '9' }];
    expect(await lastEvent(async () => ({ json: async () => ({ data }) }))).toBe('9');
  });
});

describe('the loaders that are opened', () => {
  const [first, second] = [{ name: 'default' }, { name: 'b' }] as unknown as readonly [Slice, Slice];
  const parts = { folder: '/journal', rejected: { n: 1 }, damaged: { n: 2 }, db: { n: 3 }, log: { n: 4 } };
  const positions = [
    { slice: first, position: { segment: 1 }, watermark: '7' },
    { slice: second, position: { segment: 2 }, watermark: '8' },
  ];
  const judge = vi.fn<(batch: object) => Promise<void>>(async () => undefined);
  const open = (clicks: { judge: typeof judge } | null) => {
    opened.loaders.length = 0;
    opened.closed.length = 0;
    const journal = { segments: () => [], onGrow: () => undefined, has: () => true };
    // With one slice, all rows of a batch belong to it.
    const slices = { all: [first] };
    return openSliceLoaders(
      { ...parts, slices, journal, positions, clicks } as never,
      { maxRows: 5 } as never,
    );
  };

  it('have the place and the sink of their slice, and the default one the damaged lines', () => {
    const { bySlice } = open(null);
    expect([...bySlice.keys()]).toEqual(['default', 'b']);
    const { folder, rejected, damaged, db, log } = parts;
    expect(opened.loaders).toMatchObject(
      positions.map(({ slice, ...place }) => [
        {
          ...place,
          slice: slice.name,
          sink: { slice, db },
          damaged: slice === first ? damaged : null,
          folder,
          rejected,
          log,
        },
        { maxRows: 5 },
      ]),
    );
  });

  it('judge the clicks of a batch where there are other collectors, and load its rows', async () => {
    const batch = { pieces: {} };
    open({ judge });
    expect(await opened.loaders[1]![0].select(batch)).toBe(batch);
    expect(judge).toHaveBeenCalledExactlyOnceWith(batch);
    open(null);
    expect(await opened.loaders[0]![0].select(batch)).toBe(batch);
  });

  it('end before the threads that read for them', async () => {
    await open(null).close();
    expect(opened.closed).toEqual(['loader', 'loader', 'reader', 'reader']);
  });
});
