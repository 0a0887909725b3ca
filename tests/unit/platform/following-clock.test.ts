import { expect, test } from 'vitest';
import { createFollowingClock } from '../../../server/platform/clock.ts';

/** The other clock shows the monotonic one and 4,950 ms. */
const started = () => {
  const times = { own: 1_000_000, monotonic: 50 };
  const clock = createFollowingClock({ now: () => times.own }, () => times.monotonic);
  return { clock, times };
};

test('a clock follows another one, and not the own one, which may be set', () => {
  const { clock, times } = started();
  expect(clock.now()).toBe(1_000_000);
  times.own = 2_000_000;
  expect(clock.now()).toBe(2_000_000);
  // Read in the middle of the way.
  clock.follow(4_995, [40, 50]);
  expect(clock.now()).toBe(5_000);
  times.own = 1;
  times.monotonic = 60.9;
  expect(clock.now()).toBe(5_010);
});

test('a quick answer makes it exact, and slow ones before and after do not', () => {
  const { clock, times } = started();
  times.monotonic = 1_100;
  // The way back took a second, which is taken for half of both ways.
  clock.follow(5_050, [100, 1_100]);
  expect(clock.now()).toBe(5_550);
  times.monotonic = 1_102;
  clock.follow(6_051, [1_100, 1_102]);
  expect(clock.now()).toBe(6_051);
  times.monotonic = 3_000;
  clock.follow(7_900, [2_000, 3_000]);
  clock.follow(7_100, [2_000, 3_000]);
  expect(Math.abs(clock.now() - 7_950)).toBeLessThanOrEqual(2);
});

test('it follows a drift, and a step of the other clock in both directions', () => {
  const { clock, times } = started();
  clock.follow(5_000, [50, 50]);
  times.monotonic = 1_000_050;
  // 100 ms in 1,000 s.
  clock.follow(1_005_100, [1_000_050, 1_000_050]);
  expect(clock.now()).toBe(1_005_100);
  for (const time of [9_000_000, 500]) {
    clock.follow(time, [times.monotonic, times.monotonic]);
    expect(clock.now()).toBe(time);
  }
});
