import { expect, it } from 'vitest';
import { createTagRequestLimit, MAX_REQUESTS_PER_PAGE } from '../../../server/collector/tag-request-limit.ts';

const LIFE_MS = 1_000;
const START = Date.UTC(2026, 1, 28, 15);

it('the tag may send twenty requests for each conversion', () => {
  const limit = createTagRequestLimit(LIFE_MS);
  const allowed = (id: bigint) =>
    Array.from({ length: 22 }, () => limit.allow(id, START)).filter(Boolean).length;
  expect([MAX_REQUESTS_PER_PAGE, allowed(1n), allowed(2n), limit.allow(1n, START)]).toEqual([
    20,
    20,
    20,
    false,
  ]);
});

it.each([
  ['goes on', 1],
  ['was set back', -1],
])('the count of tag requests lasts one lifetime and ends after two if the clock %s', (_, direction) => {
  const limit = createTagRequestLimit(LIFE_MS);
  const allowed = (at: number) =>
    Array.from({ length: 22 }, () => limit.allow(1n, START + direction * at)).filter(Boolean).length;
  for (let n = 0; n < 15; n++) limit.allow(1n, START);
  // One request before and one after the end of the first generation: the count continues.
  expect([
    limit.allow(1n, START + direction * (LIFE_MS - 1)),
    limit.allow(1n, START + direction * LIFE_MS),
  ]).toEqual([true, true]);
  expect(allowed(2 * LIFE_MS - 1)).toBe(3);
  expect(allowed(2 * LIFE_MS)).toBe(0);
  // Refused requests are not counted.
  expect(allowed(3 * LIFE_MS)).toBe(20);
});
