import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  changeRows,
  encodeClicks,
  judgeTogether,
  publishedClickOf,
  type PublishedClick,
} from '../../../server/collector/double-clicks.ts';
import type { ContactRow } from '../../../server/collector/rows.ts';

const NOON = Date.UTC(2026, 10, 29, 12);

/** Clicks of one visitor on one link, each judged by its own collector, as they would be published. */
const judgedApart = (clicks: readonly (readonly [collector: number, at: number])[]) => {
  const counted = new Map<number, number>();
  return clicks.map(([collector, at], index) => {
    const isRepeated = at - (counted.get(collector) ?? Number.NEGATIVE_INFINITY) < 1000;
    if (!isRepeated) counted.set(collector, at);
    return { collector, digest: 7, at: NOON + at, id: BigInt(index), isRepeated };
  });
};

/** The verdicts that two collectors store, in the order of the clicks. */
const stored = (clicks: ReturnType<typeof judgedApart>) => {
  const batches = [0, 1].flatMap(collectorNumber =>
    clicks
      .filter(({ collector }) => collector === collectorNumber)
      .map(click => ({ collectorNumber, clicks: encodeClicks([click]) })),
  );
  const changed = [0, 1].map(own => judgeTogether(batches, own));
  return clicks.map(({ collector, id, isRepeated }) => changed[collector]?.get(String(id)) ?? isRepeated);
};

it.each<[string, readonly (readonly [number, number])[], readonly boolean[]]>([
  [
    'a click 999 ms after one of another collector repeats it',
    [
      [0, 0],
      [1, 999],
    ],
    [false, true],
  ],
  [
    'a click 1,000 ms after it does not',
    [
      [0, 0],
      [1, 1000],
    ],
    [false, false],
  ],
  [
    'a click that repeats only a double click counts',
    [
      [0, 0],
      [1, 600],
      [1, 1200],
    ],
    [false, true, false],
  ],
  [
    'of two clicks in one millisecond the one with the lower id counts',
    [
      [1, 5],
      [0, 5],
    ],
    [false, true],
  ],
  [
    'also where the other collector has it',
    [
      [0, 5],
      [1, 5],
    ],
    [false, true],
  ],
])('%s', (_name, clicks, verdicts) => {
  expect(stored(judgedApart(clicks))).toEqual(verdicts);
});

it('the clicks of two collectors are judged as those of one', () => {
  const click = fc.tuple(fc.nat(1), fc.nat(4_000));
  fc.assert(
    fc.property(fc.array(click, { maxLength: 12 }), drawn => {
      const clicks = drawn.toSorted((a, b) => a[1] - b[1]);
      const asOne = judgedApart(clicks.map(([, at]) => [0, at])).map(({ isRepeated }) => isRepeated);
      expect(stored(judgedApart(clicks))).toEqual(asOne);
    }),
  );
});

it('clicks of other visitors and links, and series that began before, stay as they were', () => {
  const click = (collectorNumber: number, change: Partial<PublishedClick>) => ({
    collectorNumber,
    clicks: encodeClicks([
      { digest: 7, at: NOON, id: BigInt(collectorNumber), isRepeated: false, ...change },
    ]),
  });
  expect(judgeTogether([click(0, { digest: 6 }), click(1, {})], 1)).toEqual(new Map());
  // The first click of the series was published too long ago to be read.
  const begun = [
    click(0, { isRepeated: true }),
    click(1, { at: NOON + 500, isRepeated: true }),
    click(1, { digest: 6 }),
  ];
  expect(judgeTogether(begun, 1)).toEqual(new Map());
});

it('a click is published by its visitor and link, in digests', () => {
  const row = { visitor_id: '12', redirect_id: 3, ad_id: 4, ts: '2026-11-29 12:00:00.123', repeated: 0 };
  const of = (change: Partial<ContactRow>) => publishedClickOf(9n, { ...row, ...change } as ContactRow);
  expect(of({})).toMatchObject({ at: NOON + 123, id: 9n, isRepeated: false });
  expect(of({ repeated: 1 }).isRepeated).toBe(true);
  expect(of({ ad_id: 5 }).digest, 'a redirect has one ad').toBe(of({}).digest);
  const others = [{ visitor_id: '13' }, { redirect_id: 4 }, { redirect_id: 0 }, { redirect_id: 0, ad_id: 3 }];
  expect(new Set([{}, ...others].map(change => of(change).digest)).size).toBe(5);
});

it('changes the rows of these ids only, whatever their texts contain', () => {
  const line = (id: string, repeated: 0 | 1) =>
    `${JSON.stringify({ product_id: 1, ts: 'now', interaction_id: id, landing_url: ',"repeated":0"interaction_id":"2"', repeated })}\n`;
  // The longest id.
  const last = String(2n ** 64n - 1n);
  const piece = Buffer.from(line('1', 0) + line('2', 1) + line('12', 0) + line(last, 0));
  const changed = new Map([
    ['1', true],
    ['2', false],
    ['99', true],
    [last, true],
  ]);
  expect(changeRows(new Map([['2026-11', [piece]]]), changed)).toBe(3);
  expect(piece.toString()).toBe(line('1', 1) + line('2', 0) + line('12', 0) + line(last, 1));
});
