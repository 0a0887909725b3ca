import { expect, it } from 'vitest';
import { createCounts } from '../../../server/collector/counts.ts';

it('counts are kept by name, in the order of the names', () => {
  const counts = createCounts({ now: () => 0 });
  expect(counts.all()).toEqual({});
  counts.add('clicks', 3);
  counts.add('views');
  counts.add('views', 2);
  counts.add('clicks', 0);
  counts.add('answers', 1);
  expect(Object.entries(counts.all())).toEqual([
    ['answers', 1],
    ['clicks', 3],
    ['views', 3],
  ]);
});

it('a frequent message is logged once a second for each name, and again after the clock was set back', () => {
  let now = 5_000;
  const counts = createCounts({ now: () => now });
  const lines: string[] = [];
  const sayAt = (ms: number, name: string) => {
    now = ms;
    counts.seldom(name, () => lines.push(`${name} ${ms}`));
  };
  for (const ms of [5_000, 5_000, 5_999, 6_000, 6_999, 7_000, 6_999]) sayAt(ms, 'refused');
  sayAt(6_999, 'dropped');
  expect(lines).toEqual(['refused 5000', 'refused 6000', 'refused 7000', 'refused 6999', 'dropped 6999']);
});
