import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrackingCache } from '../../../server/collector/tracking-cache.ts';
import { createUnknownIds } from '../../../server/collector/unknown-ids.ts';

const WAIT_MS = 3_000;
const MAX_WAITING = 10_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A tracking cache with these ads and their names; a test replaces `refresh`. */
const open = (known: Readonly<Record<number, string | undefined>>) => {
  const cache = {
    isStoreUnavailable: false,
    known: { ...known },
    refresh: vi.fn(async (): Promise<void> => undefined),
  };
  const ads = { has: (id: number) => id in cache.known, get: (id: number) => cache.known[id] };
  const ids = createUnknownIds({
    current: () => ({ ads }),
    refresh: cache.refresh,
    isStoreUnavailable: () => cache.isStoreUnavailable,
  } as unknown as TrackingCache);
  return { cache, lookUp: (id: number) => ids.lookUp('ads', id) };
};

describe('the look-up of an id', () => {
  it.each<[string, Readonly<Record<number, string | undefined>>, number, string | undefined]>([
    ['known', { 1: 'ad' }, 0, 'ad'],
    ['deleted', { 1: undefined }, 0, undefined],
    ['unknown', {}, 1, undefined],
  ])('of a row that is %s', async (_, known, refreshes, entry) => {
    const { cache, lookUp } = open(known);
    expect([await lookUp(1), cache.refresh.mock.calls.length, vi.getTimerCount()]).toEqual([
      entry,
      refreshes,
      0,
    ]);
  });

  it('finds a row that the refresh loaded', async () => {
    const { cache, lookUp } = open({});
    cache.refresh.mockImplementation(async () => {
      cache.known[1] = 'new';
    });
    expect(await lookUp(1)).toBe('new');
  });

  it('is refused while the store is unavailable, and if the refresh fails', async () => {
    const { cache, lookUp } = open({});
    cache.isStoreUnavailable = true;
    await expect(lookUp(1)).rejects.toMatchObject({ reason: 'store_unavailable' });
    expect(cache.refresh).not.toHaveBeenCalled();
    cache.isStoreUnavailable = false;
    cache.refresh.mockRejectedValue(new Error('away'));
    await expect(lookUp(1)).rejects.toMatchObject({
      reason: 'store_unavailable',
      cause: { message: 'away' },
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is refused after three seconds without an answer', async () => {
    const { cache, lookUp } = open({});
    cache.refresh.mockReturnValue(new Promise(() => undefined));
    const [answer, refused] = [lookUp(1), vi.fn()];
    answer.catch(refused);
    await vi.advanceTimersByTimeAsync(WAIT_MS - 1);
    expect(refused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await expect(answer).rejects.toMatchObject({
      reason: 'store_unavailable',
      cause: { message: 'the store did not answer in time' },
    });
  });

  it('is refused beyond the limit of waiting look-ups, and accepted again afterwards', async () => {
    const { cache, lookUp } = open({});
    for (const _ of [1, 2]) {
      let answer = () => {};
      cache.refresh.mockReturnValue(
        new Promise<void>(resolve => {
          answer = resolve;
        }),
      );
      const waiting = Array.from({ length: MAX_WAITING }, (__, id) => lookUp(id));
      await expect(lookUp(1)).rejects.toMatchObject({ reason: 'overloaded' });
      answer();
      expect(new Set(await Promise.all(waiting))).toEqual(new Set([undefined]));
    }
  });
});
