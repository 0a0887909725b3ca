import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../server/platform/time.ts';
import { createSteadyClock } from '../../../server/platform/steady-clock.ts';

/** A clock that is read every ten minutes, and is wrong for a while. */
const readings = (
  wrong: readonly { readonly from: number; readonly until: number; readonly by: number }[],
) => {
  let elapsed = 0;
  const start = Date.UTC(2026, 6, 1);
  const offsetAt = (ms: number) => wrong.find(({ from, until }) => ms >= from && ms < until)?.by ?? 0;
  const steady = createSteadyClock({ now: () => start + elapsed + offsetAt(elapsed) }, () => elapsed);
  return (until: number): (number | null)[] => {
    const seen: (number | null)[] = [];
    for (; elapsed <= until; elapsed += 10 * MINUTE) {
      const now = steady.now();
      seen.push(now === null ? null : now - start);
    }
    return seen;
  };
};

test('a clock is steady after it has run evenly for an hour', () => {
  const seen = readings([])(2 * HOUR);
  expect(seen.slice(0, 6)).toEqual([null, null, null, null, null, null]);
  expect(seen.slice(6)).toEqual([60, 70, 80, 90, 100, 110, 120].map(minutes => minutes * MINUTE));
});

test('a clock that is far ahead for less than an hour shows no time meanwhile, and none for an hour afterwards', () => {
  const seen = readings([{ from: 2 * HOUR, until: 2 * HOUR + 50 * MINUTE, by: 400 * DAY }])(5 * HOUR);
  expect(seen.every(ms => ms === null || ms <= 5 * HOUR)).toBe(true);
  expect(seen.slice(12, 23)).toEqual(Array.from({ length: 11 }, () => null));
  expect(seen.at(-1)).toBe(5 * HOUR);
});

test('a clock that is adjusted by seconds stays steady', () => {
  const seen = readings([{ from: 2 * HOUR, until: DAY, by: 20_000 }])(3 * HOUR);
  expect(seen.slice(6)).not.toContain(null);
});
