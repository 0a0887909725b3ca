import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCounts } from '../../../server/collector/counts.ts';
import { createEarlierReports, type FindReported } from '../../../server/collector/earlier-reports.ts';

const FOUND = { conversions: [{ id: 5n, cvType: 1, bot: 0 }], contact: null } as const;
const NOTHING = { conversions: [], contact: null };
const keyOf = (productId: number, reportId = '7') => ({ productId, visitorId: '4711', reportId });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const create = (find: FindReported) => {
  const counters = createCounts({ now: () => 0 });
  const search = createEarlierReports(find, { counters, log: pino({ level: 'silent' }) });
  return { search, unchecked: () => counters.all()['unchecked_report'] ?? 0 };
};

test('what a copy of a report recorded is found; what cannot be searched counts as not recorded', async () => {
  const { search, unchecked } = create(({ productId, reportId }, now) =>
    reportId === '7' ? Promise.resolve(FOUND) : Promise.reject(new Error(`${productId} ${now}`)),
  );
  expect(await search(keyOf(1), 0)).toBe(FOUND);
  expect(unchecked()).toBe(0);
  expect(await search(keyOf(1, '8'), 0)).toEqual(NOTHING);
  expect(unchecked()).toBe(1);
});

test('a report waits two seconds for the search', async () => {
  const { search, unchecked } = create(
    ({ reportId }) =>
      new Promise(resolve => {
        setTimeout(resolve, Number(reportId), FOUND);
      }),
  );
  const [inTime, late] = [search(keyOf(1, '1999'), 0), search(keyOf(2, '2001'), 0)];
  await vi.advanceTimersByTimeAsync(2_000);
  expect([await inTime, await late]).toEqual([FOUND, NOTHING]);
  expect(unchecked()).toBe(1);
});

test('four reports are searched at a time; those of one product do not keep others waiting', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const { search, unchecked } = create(({ productId }) => {
    begun.push(productId);
    return new Promise(resolve => {
      ends.push(() => resolve(NOTHING));
    });
  });
  const many = Array.from({ length: 204 }, () => search(keyOf(1), 0));
  const other = search(keyOf(2), 0);
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([1, 1, 1, 1]);
  // 200 wait; one more is not searched.
  expect(unchecked()).toBe(0);
  expect(await search(keyOf(1), 0)).toEqual(NOTHING);
  expect(unchecked()).toBe(1);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toEqual([1, 1, 1, 1, 2]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await Promise.all([...many, other])).toEqual(Array.from({ length: 205 }, () => NOTHING));
});
