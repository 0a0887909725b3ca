import { describe, expect, it, test } from 'vitest';
import type { Condition, Operator } from '../../../server/http/filters.ts';
import { shownAddress } from '../../../server/store/clickhouse/events/stored-address.ts';
import type { ContactColumn, RowColumn } from '../../../server/store/clickhouse/logs/event-columns.ts';
import {
  contactCondition,
  landingCondition,
  rowCondition,
} from '../../../server/store/clickhouse/logs/event-conditions.ts';

const text = (op: Operator, ...values: string[]): Condition => ({ field: 'x', kind: 'text', op, values });
const number = (op: Operator, ...values: number[]): Condition => ({
  field: 'x',
  kind: 'integer',
  op,
  values,
});
const time = (op: Operator, ...values: { readonly from: number; readonly until: number }[]): Condition => ({
  field: 'x',
  kind: 'time',
  op,
  values,
});

describe('a condition over a column of the rows', () => {
  const sqlOf = (condition: Condition, column: Partial<RowColumn> = {}) => {
    const { sql, params } = rowCondition(
      { kind: condition.kind, sql: 'x', ...column },
      'x',
      { condition },
      'c0',
    );
    return [sql, params];
  };
  const DECIMAL: Condition = { field: 'x', kind: 'decimal', op: 'lt', values: [1.5] };

  test.each<[Condition, string, object]>([
    [text('exact', 'a'), '(x = {c0: String})', { c0: 'a' }],
    [text('ne', 'a'), 'NOT (x = {c0: String})', { c0: 'a' }],
    [text('in', 'a'), '(x = {c0: String})', { c0: 'a' }],
    [text('in', 'a', 'b'), '(x IN {c0: Array(String)})', { c0: ['a', 'b'] }],
    [text('in'), '(0)', {}],
    [text('contains', 'a'), '(position(lowerUTF8(x), lowerUTF8({c0: String})) > 0)', { c0: 'a' }],
    [text('startswith', 'a'), '(startsWith(lowerUTF8(x), lowerUTF8({c0: String})))', { c0: 'a' }],
    [text('endswith', 'a'), '(endsWith(lowerUTF8(x), lowerUTF8({c0: String})))', { c0: 'a' }],
    [text('endswith'), '(endsWith(lowerUTF8(x), lowerUTF8({c0: String})))', { c0: '' }],
    ...(
      [
        ['gt', '>'],
        ['gte', '>='],
        ['lt', '<'],
        ['lte', '<='],
      ] as const
    ).map(([op, sign]): [Condition, string, object] => [number(op, 7), `(x ${sign} {c0: Int64})`, { c0: 7 }]),
    [number('gt'), '(x > {c0: Int64})', { c0: 0 }],
    [number('exact', 7), '(x = {c0: Int64})', { c0: 7 }],
    [number('in', 7, 8), '(x IN {c0: Array(Int64)})', { c0: [7, 8] }],
    [number('ne', 7), 'NOT (x = {c0: Int64})', { c0: 7 }],
    [DECIMAL, '(x < {c0: Float64})', { c0: 1.5 }],
    [{ ...DECIMAL, op: 'exact' }, '(x = {c0: Float64})', { c0: 1.5 }],
    [{ field: 'x', kind: 'boolean', op: 'exact', values: [true] }, '(x = {c0: UInt8})', { c0: 1 }],
    [{ field: 'x', kind: 'boolean', op: 'ne', values: [false] }, 'NOT (x = {c0: UInt8})', { c0: 0 }],
    ...(
      [
        ['lt', '<', 5],
        ['before', '<', 5],
        ['gte', '>=', 5],
        ['gt', '>=', 9],
        ['after', '>=', 9],
        ['lte', '<', 9],
      ] as const
    ).map(([op, sign, c0]): [Condition, string, object] => [
      time(op, { from: 5, until: 9 }),
      `(x ${sign} {c0: Int64})`,
      { c0 },
    ]),
    [time('before'), '(x < {c0: Int64})', { c0: 0 }],
    [
      time('in', { from: 5, until: 9 }, { from: 20, until: 30 }),
      '(arrayExists((a, b) -> x >= a AND x < b, {c0_from: Array(Int64)}, {c0_until: Array(Int64)}))',
      { c0_from: [5, 20], c0_until: [9, 30] },
    ],
    [
      { field: 'x', kind: 'day', op: 'ne', values: [{ from: 5, until: 9 }] },
      'NOT (arrayExists((a, b) -> x >= a AND x < b, {c0_from: Array(Int64)}, {c0_until: Array(Int64)}))',
      { c0_from: [5], c0_until: [9] },
    ],
  ])('%j is %s', (condition, sql, parameters) => {
    expect(sqlOf(condition)).toEqual([sql, parameters]);
  });

  it('of an id compares only values that can be stored', () => {
    const ids = [
      '0',
      '1',
      '18446744073709551615',
      '18446744073709551616',
      '01',
      '-1',
      'x1',
      '1x',
      '',
      '100000000000000000000',
    ];
    expect(sqlOf(text('in', ...ids), { as: 'id' })).toEqual([
      '(x IN {c0: Array(UInt64)})',
      { c0: [0n, 1n, 18_446_744_073_709_551_615n] },
    ]);
    expect(sqlOf(text('exact', '01'), { as: 'id' })).toEqual(['(0)', {}]);
    expect(sqlOf(text('contains', '12'), { as: 'id' })).toEqual([
      '(position(lowerUTF8(toString(x)), lowerUTF8({c0: String})) > 0)',
      { c0: '12' },
    ]);
  });

  it('of an address compares the stored form, and parts of the shown form', () => {
    expect(
      sqlOf(text('in', '192.0.2.7', '2001:db8::1', '', 'x', '::', '0.0.0.0'), { as: 'address' }),
    ).toEqual(['(x IN {c0: Array(IPv6)})', { c0: ['::ffff:192.0.2.7', '2001:db8::1', '::'] }]);
    expect(sqlOf(text('in', '192.0.2.0/24', '2001:db8:1::/48', '192.0.2.0/25'), { as: 'address' })).toEqual([
      '(x IN {c0: Array(IPv6)})',
      { c0: ['::ffff:0:c000:200', '2001:db8:1::'] },
    ]);
    expect(sqlOf(text('startswith', '192.'), { as: 'address' })).toEqual([
      `(startsWith(lowerUTF8(${shownAddress('x')}), lowerUTF8({c0: String})))`,
      { c0: '192.' },
    ]);
  });

  it('with 0 as a missing value does not match a missing value, except by inequality', () => {
    expect(sqlOf(number('lt', 7), { optional: true })).toEqual(['(x != 0 AND (x < {c0: Int64}))', { c0: 7 }]);
    expect(sqlOf(number('ne', 7), { optional: true })).toEqual([
      'NOT (x != 0 AND (x = {c0: Int64}))',
      { c0: 7 },
    ]);
  });

  test.each([
    [true, '(x != 0 AND (x IN {c0: Array(UInt32)}))'],
    [false, 'NOT (x != 0 AND (x IN {c0: Array(UInt32)}))'],
  ])('by a name matches the ids with that name: %s', (among, sql) => {
    expect(
      rowCondition(
        { kind: 'integer', sql: 'x', optional: true },
        'x',
        { named: { ids: [1, 2], among } },
        'c0',
      ),
    ).toEqual({ sql, params: { c0: [1, 2] } });
  });

  test.each([
    [true, ''],
    [false, 'NOT '],
  ])(
    'by a landing page uses the pages of the ad, or of a redirect with pages of its own: %s',
    (among, not) => {
      expect(landingCondition({ redirects: [4], codes: [33, 34], among }, 'c1')).toEqual({
        sql: `${not}(if(lpo_number = 0, 0, if(redirect_id IN {c1_redirects: Array(UInt32)}, redirect_id * 16 + lpo_number * 2 + 1, ad_id * 16 + lpo_number * 2)) IN {c1: Array(UInt64)})`,
        params: { c1: [33, 34], c1_redirects: [4] },
      });
    },
  );
});

describe('a condition over the contacts before a row', () => {
  const column = (absent: ContactColumn['absent'], more: Partial<ContactColumn> = {}): ContactColumn => ({
    kind: 'integer',
    aggregates: ['first', 'last'],
    absent,
    ...more,
  });

  it('matches if one of the aggregates matches, and by inequality if none does', () => {
    expect(contactCondition(column('none'), { condition: number('gt', 7) }, undefined, 'c0')).toEqual({
      having: { sql: '((first > {c0: Int64}) OR (last > {c0: Int64}))', params: { c0: 7 } },
      absent: { sql: '0', params: {} },
    });
    expect(
      contactCondition(
        column('none', { aggregates: ['first'] }),
        { condition: number('ne', 7) },
        undefined,
        'c0',
      ),
    ).toEqual({
      having: { sql: 'NOT (first = {c0: Int64})', params: { c0: 7 } },
      absent: { sql: '1', params: {} },
    });
    expect(contactCondition(column('none'), { condition: number('ne', 0) }, undefined, 'c0').absent.sql).toBe(
      '1',
    );
  });

  it('treats invisible ads as missing in a column about ads', () => {
    const ofAd = column('none', { ofAd: ['first_ad'] });
    expect(contactCondition(ofAd, { condition: number('gt', 7) }, [1], 'c0').having.sql).toBe(
      '((if(has({visible_ads: Array(UInt32)}, first_ad), first, 0) > {c0: Int64}) OR (if(has({visible_ads: Array(UInt32)}, last), last, 0) > {c0: Int64}))',
    );
    for (const [one, visible] of [
      [ofAd, undefined],
      [column('none'), [1]],
    ] as const) {
      expect(contactCondition(one, { condition: number('gt', 7) }, visible, 'c0').having.sql).toBe(
        '((first > {c0: Int64}) OR (last > {c0: Int64}))',
      );
    }
  });

  test.each([
    [true, '0', '(first IN {c0: Array(UInt32)})'],
    [false, '1', 'NOT (first IN {c0: Array(UInt32)})'],
  ])(
    'by a name does not match rows without a contact if it must be one of them: %s',
    (among, absent, having) => {
      expect(
        contactCondition(
          column('zero', { aggregates: ['first'] }),
          { named: { ids: [1, 2], among } },
          undefined,
          'c0',
        ),
      ).toEqual({ having: { sql: having, params: { c0: [1, 2] } }, absent: { sql: absent, params: {} } });
    },
  );

  test.each<[Operator, readonly number[], boolean]>([
    ['gt', [-1], true],
    ['gt', [0], false],
    ['gte', [0], true],
    ['gte', [1], false],
    ['lt', [1], true],
    ['lt', [0], false],
    ['lte', [1], true],
    ['lte', [0], true],
    ['lte', [-1], false],
    ['ne', [1], true],
    ['ne', [0], false],
    ['exact', [0], true],
    ['exact', [1], false],
    ['in', [1, 0], true],
    ['in', [1, 2], false],
    ['gt', [], false],
    ['gte', [], true],
  ])('of a count by %s %j matches rows without a contact: %s', (op, values, met) => {
    expect(
      contactCondition(column('zero'), { condition: number(op, ...values) }, undefined, 'c0').absent,
    ).toEqual({ sql: met ? '1' : '0', params: {} });
  });

  it('of a count accepts whole numbers only', () => {
    expect(
      contactCondition(column('zero'), { condition: text('exact', '0') }, undefined, 'c0').absent.sql,
    ).toBe('0');
  });

  it("on the time of the first contact uses the row's own time without a contact, with a parameter of its own", () => {
    const { having, absent } = contactCondition(
      column('own_time', { aggregates: ['first'] }),
      { condition: time('before', { from: 5, until: 9 }) },
      undefined,
      'c0',
    );
    expect([having, absent]).toEqual([
      { sql: '(first < {c0: Int64})', params: { c0: 5 } },
      { sql: '(toUnixTimestamp64Milli(ts) < {c0_own: Int64})', params: { c0_own: 5 } },
    ]);
  });
});
