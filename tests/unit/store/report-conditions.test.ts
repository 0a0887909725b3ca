import { describe, expect, it, test } from 'vitest';
import type { Condition } from '../../../server/http/filters.ts';
import {
  AGENT_EXPRESSIONS,
  contactConditions,
  conversionConditions,
  isInRollups,
  LANDING_EXPRESSIONS,
  CONTACT_EXPRESSIONS,
  TIME_EXPRESSIONS,
  timeExpressionsAt,
} from '../../../server/store/clickhouse/queries/conditions.ts';
import { rowIndexes } from '../../../server/store/clickhouse/queries/row-indexes.ts';
import { parseInteger } from '../../../server/store/clickhouse/engine/parse-integer.ts';

const text = (field: string, op: Condition['op'], ...values: string[]): Condition => ({
  field,
  kind: 'text',
  op,
  values,
});
const number = (field: string, op: Condition['op'], ...values: number[]): Condition => ({
  field,
  kind: 'integer',
  op,
  values,
});

describe('a filter of reports as SQL', () => {
  test.each<[Condition, string, object]>([
    [text('os', 'exact', 'a'), '(toString(os) = {contact_0: String})', { contact_0: 'a' }],
    [text('os', 'ne', 'a'), '(toString(os) != {contact_0: String})', { contact_0: 'a' }],
    [
      text('os', 'in', 'a', 'b'),
      '(has({contact_0: Array(String)}, toString(os)))',
      { contact_0: ['a', 'b'] },
    ],
    [
      text('os', 'contains', 'a'),
      '(position(lowerUTF8(toString(os)), lowerUTF8({contact_0: String})) > 0)',
      { contact_0: 'a' },
    ],
    [
      text('os', 'startswith', 'a'),
      '(startsWith(lowerUTF8(toString(os)), lowerUTF8({contact_0: String})))',
      { contact_0: 'a' },
    ],
    [
      text('os', 'endswith', 'a'),
      '(endsWith(lowerUTF8(toString(os)), lowerUTF8({contact_0: String})))',
      { contact_0: 'a' },
    ],
    [text('browser', 'exact'), '(toString(browser) = {contact_0: String})', { contact_0: '' }],
    ...(
      [
        ['gt', '>'],
        ['gte', '>='],
        ['lt', '<'],
        ['lte', '<='],
        ['before', '='],
      ] as const
    ).map(([op, sign]): [Condition, string, object] => [
      number('hour', op, 7),
      `(${CONTACT_EXPRESSIONS['hour']} ${sign} {contact_0: Int64})`,
      { contact_0: 7 },
    ]),
  ])('%j is %s', (condition, sql, params) => {
    expect(contactConditions([condition])).toEqual({ sql, params });
  });

  it('is the conjunction of its conditions, each with a unique parameter', () => {
    const both = [
      text('args', 'exact', 'x'),
      text('landing_url', 'exact', 'y'),
      number('cv_amount', 'gt', 5),
      number('weekday', 'in', 0),
    ];
    expect(contactConditions(both)).toEqual({
      sql: `(landing_url = {contact_1: String}) AND (has({contact_3: Array(Int64)}, ${CONTACT_EXPRESSIONS['weekday']}))`,
      params: { contact_1: 'y', contact_3: [0] },
    });
    expect(conversionConditions(both)).toEqual({
      sql: '(args = {conversion_0: String}) AND (amount > {conversion_2: Int64})',
      params: { conversion_0: 'x', conversion_2: 5 },
    });
    expect(contactConditions(both, TIME_EXPRESSIONS)).toEqual({
      sql: '(has({contact_3: Array(Int64)}, weekday))',
      params: { contact_3: [0] },
    });
    expect(contactConditions([])).toEqual({ sql: '1', params: {} });
  });

  it('covers columns of contacts; rollups have all but whole addresses', () => {
    expect(Object.keys(CONTACT_EXPRESSIONS).map(field => [field, isInRollups(field)])).toEqual([
      ['device', true],
      ['os', true],
      ['browser', true],
      ['landing_url', false],
      ['landing_page', true],
      ['hour', true],
      ['weekday', true],
    ]);
    expect([AGENT_EXPRESSIONS, LANDING_EXPRESSIONS, isInRollups('toString')]).toEqual([
      { device: 'device', os: 'os', browser: 'browser' },
      { landing_page: 'landing_page' },
      false,
    ]);
    expect([
      CONTACT_EXPRESSIONS['device'],
      CONTACT_EXPRESSIONS['landing_page'],
      CONTACT_EXPRESSIONS['hour'],
    ]).toEqual([
      'toString(device)',
      'cutQueryStringAndFragment(landing_url)',
      'intDiv(toUnixTimestamp64Milli(ts) + 32400000, 3600000) % 24',
    ]);
    expect(TIME_EXPRESSIONS).toEqual({ hour: 'hour', weekday: 'weekday' });
    expect(timeExpressionsAt('x')).toEqual({
      hour: 'intDiv(x + 32400000, 3600000) % 24',
      weekday: '(intDiv(x + 32400000, 86400000) + 4) % 7',
    });
  });
});

test.each([
  [undefined, 0n],
  [0, 0n],
  ['0', 0n],
  [1, 1n],
  ['1023', 1_023n],
  [1_023, 1_023n],
  ['1024', 1_024n],
  [1_024, 1_024n],
  [-1, -1n],
  ['-1', -1n],
  [Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
  ['999999999999999', 999_999_999_999_999n],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['18446744073709551615', 18_446_744_073_709_551_615n],
])('the integer %j of the engine is %s', (text, number) => {
  expect(parseInteger(text)).toBe(number);
});

describe('the row numbers of a report', () => {
  it('count from 0 in the order of the rows, and ads are mapped to them', () => {
    const { rows, indexInSql, params } = rowIndexes({ ads: [1, 2, 3], rows: [30, 10, 30], other: 20 });
    expect([rows, indexInSql('x'), params]).toEqual([
      [10, 20, 30],
      'transform(x, {ads: Array(UInt32)}, {indexes: Array(UInt8)}, {other_index: UInt8})',
      { ads: [1, 2, 3], indexes: [2, 0, 2], other_index: 1 },
    ]);
  });

  test.each([
    [256, 'UInt8'],
    [257, 'UInt16'],
    [65_536, 'UInt16'],
    [65_537, 'UInt32'],
  ])('for %d rows have the type %s', (count, type) => {
    const ads = Array.from({ length: count - 1 }, (_, n) => n + 1);
    expect(rowIndexes({ ads, rows: ads, other: 0 }).indexInSql('x')).toBe(
      `transform(x, {ads: Array(UInt32)}, {indexes: Array(${type})}, {other_index: ${type}})`,
    );
  });
});
