import { describe, expect, it, test } from 'vitest';
import type { Kind } from '../../../server/http/filters.ts';
import type { Viewer } from '../../../server/http/visibility.ts';
import { writeCursor } from '../../../server/event-logs/cursor.ts';
import {
  BEGINNING,
  daysOf,
  placeOf,
  readPlace,
  resultReachOf,
  scopeOf,
} from '../../../server/results/log-parameters.ts';
import {
  orderingQuery,
  readLogSort,
  readSortedPlace,
  writeSortedPlace,
} from '../../../server/results/sorting.ts';

const refusal = (fields: object) => expect.objectContaining({ code: 'invalid', fields }) as Error;
const TOKYO_MS = 9 * 3_600_000;

describe('the days of a log', () => {
  it('are the days in Tokyo, both included, and either may be missing', () => {
    const [from, until] = [Date.UTC(2026, 1, 3) - TOKYO_MS, Date.UTC(2026, 1, 5) - TOKYO_MS];
    expect(daysOf({ from: '2026-02-03', to: '2026-02-04' })).toEqual({ from, until });
    expect(daysOf({ from: '2026-02-03' })).toEqual({ from, until: undefined });
    expect(daysOf({ to: '2026-02-04' })).toEqual({ from: undefined, until });
    expect(daysOf({})).toEqual({ from: undefined, until: undefined });
  });

  it('may be one day, and one second', () => {
    expect(daysOf({ from: '2026-02-03', to: '2026-02-03' })).toBeDefined();
    expect(daysOf({ from: '2026-02-03T00:00:00', to: '2026-02-03T00:00:00' })).toBeDefined();
  });

  test.each([
    [{ from: '2026-02-04', to: '2026-02-03' }, { to: [{ code: 'minimum', values: { min: '2026-02-04' } }] }],
    [{ from: '2026-02-03T00:00:01', to: '2026-02-03T00:00:00' }, { to: [expect.anything()] }],
    [{ from: 'soon' }, { from: [{ code: 'format_date' }] }],
    [{ to: 'soon' }, { to: [{ code: 'format_date' }] }],
    [{ from: '1999-12-31' }, { from: [{ code: 'format_date' }] }],
    [{ to: '1999-12-31' }, { to: [{ code: 'format_date' }] }],
    [{ to: '2200-01-02' }, { to: [{ code: 'format_date' }] }],
  ])('%j are refused', (days, fields) => {
    expect(() => daysOf(days)).toThrow(refusal(fields));
  });

  it('lie between the years 2000 and 2199 in UTC, both ends included', () => {
    expect(daysOf({ from: '2000-01-01T00:00:00Z', to: '2199-12-31T23:59:59Z' })).toEqual({
      from: Date.UTC(2000, 0, 1),
      until: Date.UTC(2200, 0, 1),
    });
    expect(() => daysOf({ from: '1999-12-31T23:59:59Z' })).toThrow(refusal({ from: [expect.anything()] }));
    expect(() => daysOf({ to: '2200-01-01T00:00:00Z' })).toThrow(refusal({ to: [expect.anything()] }));
  });
});

describe('the rows of a log', () => {
  const kinds = { cv_ad_id: 'integer', amount: 'integer', xclid: 'text' } satisfies Record<string, Kind>;
  const viewer = (ads: Viewer['ads']) => ({ companyId: 3, products: [7, 8], ads }) as unknown as Viewer;
  const granted = new Map([
    [7, [70, 71]],
    [8, [80]],
  ]);
  const hidden = expect.objectContaining({ code: 'no_permission_for_data' }) as Error;

  it('are those of the viewer’s ads of all products; all of them without a limit', () => {
    expect(resultReachOf(viewer(granted))).toEqual({ companyId: 3, adIds: [70, 71, 80] });
    expect(resultReachOf(viewer(null))).toEqual({ companyId: 3 });
  });

  it('are those of the products of a key that is limited to products', () => {
    const key = (isLimitedToProducts: boolean) =>
      ({ ...viewer(null), key: { isLimitedToProducts } }) as Viewer;
    expect(resultReachOf(key(true))).toEqual({ companyId: 3, productIds: [7, 8] });
    expect(resultReachOf(key(false))).toEqual({ companyId: 3 });
  });

  it('are those of the product that the conditions, the words and the days name', () => {
    expect(
      scopeOf(
        viewer(null),
        { product_id: 7, where: 'cv_ad_id=99', search: 'é x', from: '2026-02-03' },
        kinds,
      ),
    ).toEqual({
      companyId: 3,
      productId: 7,
      adIds: undefined,
      from: Date.UTC(2026, 1, 3) - TOKYO_MS,
      until: undefined,
      conditions: [{ field: 'cv_ad_id', kind: 'integer', op: 'exact', values: [99] }],
      words: ['é', 'x'],
    });
    expect(scopeOf(viewer(granted), { product_id: 7 }, kinds).adIds).toEqual([70, 71]);
  });

  test.each([
    'cv_ad_id=70',
    'cv_ad_id__in=70,71',
    'cv_ad_id__gt=99',
    'cv_ad_id__ne=80',
    'amount=80',
    'amount__in=80',
    'xclid=80',
  ])('may be filtered by what the viewer may see: %s', where => {
    expect(scopeOf(viewer(granted), { product_id: 7, where }, kinds).conditions).toHaveLength(1);
  });

  test.each(['cv_ad_id=80', 'cv_ad_id__in=70,80', 'cv_ad_id=70&cv_ad_id=80'])(
    'may not be filtered by an ad that the viewer may not see: %s',
    where => {
      expect(() => scopeOf(viewer(granted), { product_id: 7, where }, kinds)).toThrow(hidden);
    },
  );

  it('are refused for a product that the viewer may not see', () => {
    expect(() => scopeOf(viewer(null), { product_id: 9 }, kinds)).toThrow(hidden);
  });
});

describe('the end of a page', () => {
  it('is read back, with ids up to 63 bits', () => {
    const place = { ms: 1_770_044_400_000, id: String(2n ** 63n - 1n) };
    expect(readPlace(writeCursor(place), 'newer_than')).toEqual(place);
    expect(placeOf(writeCursor(place))).toEqual(place);
    expect(placeOf(undefined)).toBeNull();
    const beyond = writeCursor({ ...place, id: String(2n ** 63n) });
    expect(() => readPlace(beyond, 'newer_than')).toThrow(refusal({ newer_than: [{ code: 'format' }] }));
    expect(() => placeOf('x')).toThrow(refusal({ after: [{ code: 'format' }] }));
  });

  it('of a log without rows is before all rows', () => {
    expect(readPlace(writeCursor(BEGINNING), 'newer_than')).toEqual({ ms: 0, id: '0' });
  });

  test.each([
    ['text', '注文'],
    ['text', ''],
    ['text', null],
    ['number', '-12.50'],
    ['number', '0'],
    ['flag', '1'],
    ['time', '2026-02-03 04:05:06+00'],
    ['time', '2026-02-03 04:05:06.123456-09:30'],
    ['time', null],
  ] as const)('of a log sorted by a %s is read back with the value %j', (type, value) => {
    const place = { ms: 5, id: String(2n ** 63n - 1n), value };
    expect(readSortedPlace(writeSortedPlace(place), type)).toEqual(place);
  });

  test.each([
    ['text', 'a\0'],
    ['number', ''],
    ['number', '1 '],
    ['number', 'x1'],
    ['number', '1e5'],
    ['number', '1.'],
    ['number', '1'.repeat(21)],
    ['number', `1.${'1'.repeat(21)}`],
    ['flag', 'true'],
    ['time', '2026-02-03'],
    ['time', '2026-02-03 04:05:06'],
    ['time', 'x2026-02-03 04:05:06+00'],
    ['time', '2026-02-03 04:05:06+00x'],
    ['time', '2026-02-03 04:05:06.1234567+00'],
    ['time', "2026-02-03 04:05:06+00'"],
  ] as const)('of a log sorted by a %s is refused with the value %j', (type, value) => {
    expect(() => readSortedPlace(writeSortedPlace({ ms: 5, id: '6', value }), type)).toThrow(
      refusal({ after: [{ code: 'format' }] }),
    );
  });

  it('of a sorted log is refused with an id beyond 63 bits, without its mark, and where it is none', () => {
    const beyond = writeSortedPlace({ ms: 5, id: String(2n ** 63n), value: 'x' });
    const unmarked = Buffer.from(JSON.stringify(['x', 5, '6'])).toString('base64url');
    for (const cursor of [beyond, unmarked, 'x'])
      expect(() => readSortedPlace(cursor, 'text')).toThrow(refusal({ after: [{ code: 'format' }] }));
  });
});

test.each([
  ['amount', { field: 'amount', descending: false }],
  ['-amount', { field: 'amount', descending: true }],
  ['cv_time', { field: 'cv_time', descending: false }],
  ['other', null],
  ['--amount', null],
  ['', null],
  [undefined, null],
])('a log is sorted by %j as %j', (ordering, sort) => {
  expect(readLogSort(ordering, { amount: 'number', cv_time: 'time' })).toEqual(sort);
});

it('a log can be asked for by each of its sort fields, upwards and downwards', () => {
  expect(orderingQuery({ amount: 'number', cv_time: 'time' })).toMatchObject({
    type: 'string',
    enum: ['amount', '-amount', 'cv_time', '-cv_time'],
  });
});
