import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from '../../src/console/address.ts';
import {
  appliedConditions,
  isCondition,
  OPERATORS_OF,
  readConditions,
  withCondition,
  writeConditions,
  type AnyFilter,
  type Condition,
  type FilterKind,
} from '../../src/resources/filter.ts';
import {
  allowedModal,
  withChanges,
  readListSearch,
  searchOfView,
  SIZES,
  writeListSearch,
  type ListSearch,
  type Shape,
} from '../../src/screens/list/view.ts';

const filters: readonly AnyFilter[] = [
  { field: 'name', kind: 'text' },
  { field: 'click_cost', kind: 'number' },
  { field: 'elapsed', kind: 'duration' },
  { field: 'period_from', kind: 'day' },
  { field: 'updated_at', kind: 'time' },
  { field: 'lpo_flag', kind: 'flag' },
  { field: 'asp', kind: 'choice', choices: { list: 'asp' } },
  { field: 'result_flag', kind: 'choice', choices: { values: [0, 1, 2] } },
];
const columns = ['name', 'id', 'asp_name', 'click_cost', 'updated_at'];
const shape: Shape = {
  columns,
  sortable: ['name', 'click_cost'],
  filters,
  fillable: {
    analyze_page: { values: ['item_1', 'item_2'], many: false },
    axis: { values: [1, 2], many: false },
    metrics: { values: ['cv', 'roas', 'cpa'], many: true },
  },
};

const hostile = fc
  .oneof(
    fc.constantFrom(
      '東京　é',
      '100%',
      'a&b=c',
      '1,2',
      '#x',
      '＋+',
      "' OR 1=1 --",
      '=SUM(A1)',
      '‮rtl',
      'a\u0000b',
      '%2C',
      '😀'.repeat(50),
      ' ',
    ),
    fc.string({ minLength: 1, unit: 'grapheme' }),
  )
  .filter(text => text.trim() !== '' && !/\p{Surrogate}/u.test(text) && text.length <= 1000);
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map(at => at.toISOString().slice(0, 10));
const VALUE_OF: Readonly<Record<FilterKind, fc.Arbitrary<string>>> = {
  text: hostile,
  id: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  number: fc.oneof(fc.integer().map(String), fc.constantFrom('-0.5', '12.25')),
  duration: fc.oneof(fc.nat().map(String), fc.constantFrom('0.5', '86400')),
  day,
  time: day,
  flag: fc.constantFrom('true', 'false'),
  choice: fc.constantFrom('1', '2'),
};
const condition: fc.Arbitrary<Condition> = fc.constantFrom(...filters).chain(({ field, kind }) =>
  fc.constantFrom(...OPERATORS_OF[kind]).chain(op =>
    (op === 'in'
      ? fc
          .array(
            VALUE_OF[kind].map(text => text.replaceAll(',', ' ').trim()).filter(text => text !== ''),
            { minLength: 1, maxLength: 5 },
          )
          .map(values => values.join(','))
      : VALUE_OF[kind]
    ).map(value => ({ field, op, value })),
  ),
);
const conditions = fc.uniqueArray(condition, {
  maxLength: 6,
  selector: ({ field, op }) => `${field}__${op}`,
});

const search: fc.Arbitrary<ListSearch> = fc.record({
  page: fc.integer({ min: 1, max: 9999 }),
  size: fc.constantFrom(...SIZES),
  sort: fc.option(fc.record({ field: fc.constantFrom(...shape.sortable), descending: fc.boolean() })),
  search: fc.oneof(fc.constant(''), hostile),
  conditions,
  deleted: fc.boolean(),
  hide: fc.option(fc.subarray(columns.slice(1))),
  order: fc.option(fc.shuffledSubarray(columns.slice(1))),
  saved: fc.option(fc.integer({ min: 1, max: 9999 })),
  modal: fc.option(
    fc.oneof(
      fc.constant({ kind: 'add' } as const),
      fc
        .record({
          analyze_page: fc.constantFrom('item_1', 'item_2'),
          axis: fc.constantFrom(1, 2),
          metrics: fc.subarray(['cv', 'roas', 'cpa'], { minLength: 1 }),
        })
        .map(values => ({ kind: 'add' as const, presets: values })),
      fc.record({
        kind: fc.constantFrom('edit' as const, 'detail' as const),
        id: fc.integer({ min: 1, max: 9999 }),
      }),
    ),
  ),
});
/** Conditions of a written address, which the filters may know or not. */
const writtenConditions = fc
  .array(
    fc.tuple(
      fc.constantFrom(...filters.map(({ field }) => field), 'secret'),
      fc.constantFrom(...Object.values(OPERATORS_OF).flat(), 'regex'),
      fc.constantFrom('', '1', '1,2', '1,x', '-0.5', 'true', '2026-02-28', '2026-02-30', '東京'),
    ),
    { maxLength: 5 },
  )
  .map(pairs => pairs.map(([field, op, value]) => `${field}__${op}=${value}`).join('&'));
const addressOf = (_search: ListSearch): string => stringifySearch(writeListSearch(_search));

describe('the address of a list', () => {
  test('reads back byte for byte as the same view', () =>
    fc.assert(
      fc.property(search, before => {
        const written = addressOf(before);
        const after = readListSearch(parseSearch(written), shape);
        expect(after).toEqual(before);
        expect(addressOf(after)).toBe(written);
      }),
      { numRuns: 500 },
    ));

  test('omits default values', () => {
    expect(addressOf(readListSearch({}, shape))).toBe('');
    expect(addressOf(readListSearch({ page: '1', size: '100' }, shape))).toBe('');
  });

  test('falls back to the defaults for unknown or invalid values', () => {
    const usual = readListSearch({}, shape);
    expect(
      readListSearch(
        {
          page: '0',
          size: '7',
          sort: 'password',
          deleted: 'yes',
          hide: 'x,y',
          order: '',
          modal: 'drop',
          id: '1',
          view: '1e3',
        },
        shape,
      ),
    ).toEqual(usual);
    expect(readListSearch({ page: '１', size: '1e2', modal: 'edit', id: '0' }, shape)).toEqual(usual);
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('page', 'size', 'sort', 'q', 'deleted', 'hide', 'order', 'modal', 'id', 'view'),
          fc.string(),
        ),
        fc.oneof(fc.string(), writtenConditions),
        (others, f) => {
          const read = readListSearch({ ...others, f }, shape);
          expect(
            appliedConditions(read.conditions).every(one =>
              isCondition(
                filters.find(({ field }) => field === one.field),
                one,
              ),
            ),
          ).toBe(true);
          expect(readListSearch(parseSearch(addressOf(read)), shape)).toEqual(read);
        },
      ),
    );
  });

  test('fills in a new record with valid values only', () => {
    expect(readListSearch({ modal: 'add', analyze_page: 'item_2', name: 'x' }, shape).modal).toEqual({
      kind: 'add',
      presets: { analyze_page: 'item_2' },
    });
    expect(readListSearch({ modal: 'add', analyze_page: 'item_9' }, shape).modal).toEqual({ kind: 'add' });
    expect(readListSearch({ modal: 'edit', id: '3', analyze_page: 'item_2' }, shape).modal).toEqual({
      kind: 'edit',
      id: 3,
    });
  });

  test('hides the named columns only, and never the column of names', () => {
    expect(readListSearch({ hide: 'name,id' }, shape).hide).toEqual(['id']);
    expect(readListSearch({ hide: '-' }, shape).hide).toEqual([]);
    expect(addressOf({ ...readListSearch({}, shape), hide: [] })).toBe('?hide=-');
  });

  test('opens a record read-only for a user who may not change it', () => {
    const [nothing, all] = [
      { change: false, keep: false },
      { change: true, keep: true },
    ];
    expect(allowedModal({ kind: 'edit', id: 7 }, nothing)).toEqual({ kind: 'detail', id: 7 });
    expect(allowedModal({ kind: 'add' }, nothing)).toBeNull();
    expect(allowedModal({ kind: 'add' }, { change: true, keep: false })).toBeNull();
    expect(allowedModal({ kind: 'edit', id: 7 }, { change: true, keep: false })).toEqual({
      kind: 'edit',
      id: 7,
    });
    for (const modal of [null, { kind: 'add' }, { kind: 'edit', id: 7 }, { kind: 'detail', id: 7 }] as const)
      expect(allowedModal(modal, all)).toBe(modal);
  });

  test('stored in a saved view opens neither a record nor another view', () => {
    expect(searchOfView({ modal: 'edit', id: '1', page: '9', view: '3', q: '花' }, shape)).toEqual(
      readListSearch({ q: '花' }, shape),
    );
  });

  test('returns to the first page when the query changes', () => {
    expect(withChanges({ ...readListSearch({}, shape), page: 7 }, { search: 'x' }).page).toBe(1);
  });
});

describe('the conditions of a filter bar', () => {
  test('reach the server as one query text that contains every value as typed', () =>
    fc.assert(
      fc.property(conditions, typedConditions => {
        const query = [...new URLSearchParams(writeConditions(typedConditions))];
        expect(query).toEqual(
          typedConditions.map(({ field, op, value }) => [op === 'exact' ? field : `${field}__${op}`, value]),
        );
      }),
    ));

  test('have the same text in the address and in the query', () => {
    expect(
      writeConditions([
        { field: 'name', op: 'contains', value: '東京 & é' },
        { field: 'asp', op: 'in', value: '1,2' },
      ]),
    ).toBe('name__contains=東京 %26 é&asp__in=1,2');
    expect(readConditions('name__contains=東京 %26 é&asp__in=1,2', filters)).toHaveLength(2);
  });

  test('that no filter can apply are kept as unknown, written again, and left out of queries', () => {
    const text =
      'name__regex=x&secret=1&click_cost=abc&period_from__after=2026-02-30&asp=1;2&a__%26__exact=%2B';
    const read = readConditions(`${text}&asp__in=1,2`, filters);
    expect(read.map(({ unknown }) => unknown === true)).toEqual([true, true, true, true, true, true, false]);
    expect(appliedConditions(read)).toEqual([{ field: 'asp', op: 'in', value: '1,2' }]);
    expect(readConditions(writeConditions(read), filters)).toEqual(read);
    const view = searchOfView({ f: text }, shape);
    expect(writeListSearch(view)['f']).toBe(text);
  });

  test.each<[field: string, op: Condition['op'], value: string, isValid: boolean]>([
    ['name', 'exact', 'é'.repeat(1000), true],
    ['name', 'exact', 'é'.repeat(1001), false],
    ['visitor_id', 'exact', '18446744073709551615', true],
    ['visitor_id', 'exact', '18446744073709551616', false],
    ['asp', 'in', Array.from({ length: 1000 }, () => '1').join(), true],
    ['asp', 'in', Array.from({ length: 1001 }, () => '1').join(), false],
    ['asp', 'in', '1,x', false],
    ['asp', 'in', ' , ', false],
  ])('are valid up to the bounds of the server: %s %s', (field, op, value, isValid) => {
    const known = [...filters, { field: 'visitor_id', kind: 'id' } as const];
    expect(
      isCondition(
        known.find(one => one.field === field),
        { op, value },
      ),
    ).toBe(isValid);
  });

  test('hold one value for each field and operator: a second condition replaces the first in its place', () => {
    const [a, b, c]: Condition[] = [
      { field: 'name', op: 'contains', value: 'a' },
      { field: 'asp', op: 'exact', value: '1' },
      { field: 'name', op: 'contains', value: 'c' },
    ];
    expect(withCondition([a!, b!], c!, null)).toEqual([b, c]);
    expect(withCondition([a!, b!], c!, a!)).toEqual([c, b]);
    expect(readConditions('asp=1&asp=2', filters)).toEqual([{ field: 'asp', op: 'exact', value: '2' }]);
  });
});
