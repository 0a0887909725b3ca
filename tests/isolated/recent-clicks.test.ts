import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeClicks, publishedClickOf } from '../../server/collector/double-clicks.ts';
import { createRecentClicks } from '../../server/collector/recent-clicks.ts';
import type { ContactRow, Event } from '../../server/collector/rows.ts';
import type { ClickBatch } from '../../server/store/postgres/tracking/click-batches.ts';
import { StoreUnavailable } from '../../server/store/unavailable.ts';
import { isLong } from '../support/long.ts';

/** The table of published clicks, in memory, and what is done with it. */
const store = vi.hoisted(() => ({
  batches: [] as ClickBatch[],
  until: new Map<number, number | null>(),
  removed: [] as (readonly [number, number])[],
  reads: [] as (readonly [number, number])[],
  untilReads: 0,
  failure: null as Error | null,
}));
vi.mock('../../server/store/postgres/tracking/click-batches.ts', () => {
  const answer = <Value>(value: () => Value): Promise<Value> =>
    store.failure === null ? Promise.resolve(value()) : Promise.reject(store.failure);
  return {
    addClickBatch: (_: unknown, batch: ClickBatch) => answer(() => store.batches.push(batch)),
    removeClickBatches: (_: unknown, ...times: [number, number]) => answer(() => store.removed.push(times)),
    readClickBatches: (_: unknown, ...times: [number, number]) =>
      answer(() => {
        store.reads.push(times);
        return store.batches;
      }),
    readClicksUntil: () =>
      answer(() => {
        store.untilReads += 1;
        return store.until;
      }),
  };
});
// Vitest does not replace the timers of this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise(resolve => void setTimeout(resolve, ms)),
}));

const OWN = 3;
const OTHER = 4;
const NOON = Date.UTC(2026, 10, 29, 12);
const timeText = (ms: number) => new Date(NOON + ms).toISOString().replace('T', ' ').replace('Z', '');
const rowOf = (id: number, ms: number, repeated: 0 | 1 = 0) =>
  ({
    product_id: 1,
    ts: timeText(ms),
    visitor_id: '12',
    interaction_id: String(id),
    ad_id: 5,
    redirect_id: 0,
    repeated,
  }) as unknown as ContactRow;
const eventOf = (id: number, ms: number, table = 'contact') =>
  ({ id: BigInt(id), table, row: rowOf(id, ms) }) as unknown as Event;
const clickOf = (id: number, ms: number) => publishedClickOf(BigInt(id), rowOf(id, ms));

const clock = { now: () => NOON };
const warn = vi.fn<(fields: object, text: string) => void>();
const create = () => createRecentClicks({ db: null as never, clock, log: { warn } as never }, OWN);
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  warn.mockClear();
  Object.assign(store, {
    batches: [],
    until: new Map(),
    removed: [],
    reads: [],
    untilReads: 0,
    failure: null,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('clicks are published', () => {
  it('once, in the order of their arrival, with the times of the first and the last', async () => {
    const { add, publish } = create();
    add([eventOf(1, 0)]);
    expect(await publish(true), 'nothing was noted while there was no other collector').toBeNull();
    add([eventOf(2, 40), eventOf(3, 20, 'access'), eventOf(4, 10)]);
    add([eventOf(5, 30)]);
    expect(await publish(true)).toBe(NOON - 250);
    expect(store.batches).toEqual([
      {
        collectorNumber: OWN,
        firstMs: NOON + 10,
        lastMs: NOON + 40,
        clicks: encodeClicks([clickOf(2, 40), clickOf(4, 10), clickOf(5, 30)]),
      },
    ]);
    expect(await publish(true)).toBe(NOON - 250);
    expect(store.batches).toHaveLength(1);
  });

  it('until there is no other collector', async () => {
    const { add, publish } = create();
    await publish(true);
    add([eventOf(1, 0)]);
    expect(await publish(false)).toBe(NOON - 250);
    add([eventOf(2, 0)]);
    expect(await publish(true)).toBeNull();
    expect(await publish(true)).toBe(NOON - 250);
    expect(store.batches.map(({ clicks }) => clicks)).toEqual([encodeClicks([clickOf(1, 0)])]);
  });

  it('unless they are older than ten minutes', async () => {
    const { add, publish } = create();
    await publish(true);
    const limit = -250 - 600_000;
    add([eventOf(1, limit), eventOf(2, limit + 1)]);
    await publish(true);
    expect(store.batches.map(({ clicks }) => clicks)).toEqual([encodeClicks([clickOf(2, limit + 1)])]);
  });

  it('later where PostgreSQL fails, before the newer ones', async () => {
    const { add, publish } = create();
    await publish(true);
    add([eventOf(1, 0), eventOf(2, -700_000)]);
    store.failure = new Error('away');
    await expect(publish(true)).rejects.toThrow('away');
    add([eventOf(3, 0)]);
    store.failure = null;
    await publish(true);
    expect(store.batches.map(({ clicks }) => clicks)).toEqual([encodeClicks([clickOf(1, 0), clickOf(3, 0)])]);
  });

  it('and removed after ten minutes, once a minute, also those of a clock that was set back', async () => {
    const { publish } = create();
    await publish(true);
    expect(store.removed).toEqual([]);
    await publish(true);
    vi.advanceTimersByTime(59_999);
    await publish(true);
    expect(store.removed).toEqual([[NOON - 600_000, NOON + 600_000]]);
    vi.advanceTimersByTime(1);
    await publish(true);
    expect(store.removed).toHaveLength(2);
  });

  // Digests of so many clicks take a second.
  it.runIf(isLong)('up to 100,000 at once; of more, the newest 50,000', async () => {
    const { add, publish } = create();
    await publish(true);
    const events = Array<Event>(100_000).fill(eventOf(1, 0));
    add(events);
    await publish(true);
    add(events);
    add([eventOf(100_000, 0)]);
    await publish(true);
    const bytes = encodeClicks([clickOf(1, 0)]).length;
    expect(store.batches.map(({ clicks }) => clicks.length / bytes)).toEqual([100_000, 50_000]);
    expect(store.batches[1]!.clicks.subarray(-bytes)).toEqual(encodeClicks([clickOf(100_000, 0)]));
  });
});

describe('a batch', () => {
  /** Rows of two months, of which the first piece of the second month has two. */
  const batchOf = (...rows: readonly ContactRow[]) => {
    const lines = rows.map(row => Buffer.from(`${JSON.stringify(row)}\n`));
    const contact = new Map([
      ['2026-11', [Buffer.concat(lines.slice(0, 2)), ...lines.slice(2, 3)]],
      ['2026-12', lines.slice(3)],
    ]);
    return {
      batch: { pieces: { contact }, counts: { contact: rows.length } } as never,
      repeated: () =>
        [...contact.values()].flat().flatMap(piece =>
          piece
            .toString()
            .split('\n')
            .filter(line => line !== '')
            .map(line => (JSON.parse(line) as ContactRow).repeated),
        ),
    };
  };
  /** A collector that publishes its clicks, beside another one with one click at this time. */
  const createBeside = async (otherMs: number) => {
    const clicks = create();
    await clicks.publish(true);
    clicks.add([eventOf(1, 0), eventOf(2, 2_000)]);
    await clicks.publish(true);
    store.batches.push({
      collectorNumber: OTHER,
      firstMs: 0,
      lastMs: 0,
      clicks: encodeClicks([clickOf(9, otherMs)]),
    });
    store.until = new Map([
      [OWN, NOON + 2_000],
      [OTHER, NOON + 2_000],
    ]);
    return clicks;
  };
  const ROWS = [rowOf(1, 0), rowOf(2, 2_000)] as const;

  it('is judged with the clicks of others, from five seconds before its first to its last', async () => {
    const { judge, changedCount } = await createBeside(-500);
    const { batch, repeated } = batchOf(rowOf(1, 0), rowOf(2, 1_000), rowOf(3, 1_500), rowOf(4, 2_000));
    await judge(batch);
    expect(repeated()).toEqual([1, 0, 0, 0]);
    expect(changedCount()).toBe(1);
    expect(store.reads).toEqual([[NOON - 5_000, NOON + 2_000]]);
    expect(store.untilReads).toBe(1);
    await judge(batchOf(...ROWS).batch);
    expect(changedCount()).toBe(2);
  });

  it('is not changed where no click of another collector is near', async () => {
    const { judge, changedCount } = await createBeside(-1_000);
    const { batch, repeated } = batchOf(...ROWS);
    await judge(batch);
    expect([repeated(), changedCount(), store.reads.length]).toEqual([[0, 0], 0, 1]);
  });

  it('waits until all have published up to its last click', async () => {
    const { judge } = await createBeside(-500);
    store.until.set(OTHER, NOON + 1_999);
    const { batch, repeated } = batchOf(...ROWS);
    const judged = judge(batch);
    await vi.advanceTimersByTimeAsync(99);
    expect(store.untilReads).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect([store.untilReads, store.reads.length]).toEqual([2, 0]);
    store.until.set(OTHER, NOON + 2_000);
    await vi.advanceTimersByTimeAsync(100);
    await judged;
    expect([store.untilReads, repeated()]).toEqual([3, [1, 0]]);
  });

  it('waits two seconds at most, and not for one that publishes nothing yet', async () => {
    const { judge } = await createBeside(-500);
    store.until.set(OTHER, NOON + 1_999);
    const { batch, repeated } = batchOf(...ROWS);
    const judged = judge(batch);
    await vi.advanceTimersByTimeAsync(1_999);
    expect([store.untilReads, store.reads.length]).toEqual([20, 0]);
    await vi.advanceTimersByTimeAsync(1);
    await judged;
    expect([store.untilReads, repeated()]).toEqual([21, [1, 0]]);
    store.until.set(OTHER, null);
    await judge(batchOf(...ROWS).batch);
    expect(store.untilReads).toBe(22);
  });

  it.each<[string, Map<number, number | null>]>([
    ['there is no other collector', new Map([[OWN, NOON]])],
    [
      'this one does not run for the others',
      new Map([
        [OTHER, NOON],
        [5, NOON],
      ]),
    ],
  ])('is not judged where %s', async (_, until) => {
    const { judge } = await createBeside(-500);
    store.until = until;
    const { batch, repeated } = batchOf(...ROWS);
    await judge(batch);
    expect([repeated(), store.untilReads, store.reads.length]).toEqual([[0, 0], 1, 0]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is not judged without contacts, and not five seconds after the last publication', async () => {
    const { judge, publish } = await createBeside(-500);
    await judge(batchOf().batch);
    vi.advanceTimersByTime(5_000);
    await judge(batchOf(...ROWS).batch);
    expect(store.untilReads).toBe(0);
    await publish(true);
    vi.advanceTimersByTime(4_999);
    await judge(batchOf(...ROWS).batch);
    expect(store.untilReads).toBe(1);
    await publish(false);
    await judge(batchOf(...ROWS).batch);
    expect(store.untilReads).toBe(1);
  });

  it('stays as it is where PostgreSQL fails, which is logged unless it is unavailable', async () => {
    const { judge } = await createBeside(-500);
    const { batch, repeated } = batchOf(...ROWS);
    store.failure = new StoreUnavailable('away');
    await judge(batch);
    expect(warn).not.toHaveBeenCalled();
    store.failure = new Error('refused');
    await judge(batch);
    expect(warn.mock.calls).toEqual([
      [{ err: store.failure }, 'Double clicks on several collectors could not be recognised.'],
    ]);
    expect(repeated()).toEqual([0, 0]);
  });

  it('stays as it is where PostgreSQL answers after five seconds', async () => {
    const { judge, changedCount } = await createBeside(-500);
    const { batch, repeated } = batchOf(...ROWS);
    let answer = (_: ReadonlyMap<number, number | null>): void => undefined;
    store.until = new Promise(resolve => {
      answer = resolve;
    }) as never;
    let isEnded = false;
    const judged = judge(batch).then(() => {
      isEnded = true;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isEnded).toBe(true);
    answer(
      new Map([
        [OWN, NOON + 2_000],
        [OTHER, NOON + 2_000],
      ]),
    );
    await judged;
    await vi.advanceTimersByTimeAsync(0);
    expect([repeated(), changedCount(), store.reads.length]).toEqual([[0, 0], 0, 1]);
  });
});
