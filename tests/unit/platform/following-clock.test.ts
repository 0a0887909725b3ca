import { expect, test } from 'vitest';
import { createFollowingClock } from '../../../server/platform/clock.ts';

test('a clock follows another one, and not the own one, which may be set', () => {
  let own = 1_000_000;
  let monotonic = 50;
  const clock = createFollowingClock({ now: () => own }, () => monotonic);
  expect(clock.now()).toBe(1_000_000);
  own = 2_000_000;
  expect(clock.now()).toBe(2_000_000);

  // The other clock was read in the middle of the way.
  clock.follow(5_000, [40, 50]);
  expect(clock.now()).toBe(5_005);
  own = 1;
  monotonic = 60.9;
  expect(clock.now()).toBe(5_015);

  // A difference of at most 20 ms and half the way changes nothing, a larger one does, forwards and back.
  clock.follow(5_015 + 25, [56, 66]);
  expect(clock.now()).toBe(5_015);
  clock.follow(5_016 + 26, [56, 66]);
  expect(clock.now()).toBe(5_041);
  clock.follow(5_000, [60.9, 60.9]);
  expect(clock.now()).toBe(5_000);
});
