import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import { readSearch, readWhere } from '../../../server/http/where.ts';
import { spanOf } from '../../../server/http/spans.ts';

const COLUMNS = {
  id: 'integer',
  name: 'text',
  cost: 'decimal',
  tagged: 'boolean',
  day: 'day',
  seen: 'time',
} as const;
const read = (where: unknown) => readWhere({ where }, COLUMNS);

/** The code and the faults by field of the failure that `act` throws; null: none. */
const faultsOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fields = Object.entries(error.fields).map(([field, found]) => [
      field,
      found.map(fault => (fault.values === undefined ? fault.code : fault)),
    ]);
    return [error.code, Object.fromEntries(fields)];
  }
  return null;
};

describe('a filter by several values', () => {
  const ask = (count: number) => read(`id__in=${Array.from({ length: count }, (_, n) => n + 1).join(',')}`);

  it('accepts exactly 1,000 values', () => {
    expect(ask(1_000)).toEqual([
      { field: 'id', kind: 'integer', op: 'in', values: Array.from({ length: 1_000 }, (_, n) => n + 1) },
    ]);
  });

  it('refuses 1,001 values', () => {
    expect(faultsOf(() => ask(1_001))).toEqual([
      'invalid',
      { id__in: [{ code: 'too_many', values: { max: 1_000 } }] },
    ]);
  });
});

describe('the filters of one text', () => {
  test.each([undefined, '', 3, null])('%j contains none', where => {
    expect(read(where)).toEqual([]);
  });

  it('are read in their order, each value in the type of its column', () => {
    expect(
      read(
        'id=7&name__contains=a%26b%2C+é&cost__gt=-1.5&tagged=true&day=2026-02-03&seen__after=2026-02-03&id__in=1,2',
      ),
    ).toEqual([
      { field: 'id', kind: 'integer', op: 'exact', values: [7] },
      { field: 'name', kind: 'text', op: 'contains', values: ['a&b, é'] },
      { field: 'cost', kind: 'decimal', op: 'gt', values: [-1.5] },
      { field: 'tagged', kind: 'boolean', op: 'exact', values: [true] },
      { field: 'day', kind: 'day', op: 'exact', values: [spanOf('2026-02-03')] },
      { field: 'seen', kind: 'time', op: 'after', values: [spanOf('2026-02-03')] },
      { field: 'id', kind: 'integer', op: 'in', values: [1, 2] },
    ]);
  });

  test.each([
    ['id=1.5', 'id', 'integer'],
    ['id=9007199254740992', 'id', 'integer'],
    ['id=x', 'id', 'integer'],
    ['id__in=1,x', 'id__in', 'integer'],
    ['cost=x', 'cost', 'type'],
    ['cost=1e999', 'cost', 'type'],
    ['tagged=yes', 'tagged', 'type'],
    ['day=2026-02-30', 'day', 'format_date'],
    ['seen__after=soon', 'seen__after', 'format_date'],
    ['name=a%00b', 'name', 'text'],
    ['id=%00', 'id', 'text'],
    ['other=1', 'other', 'unknown_field'],
    ['tagged__contains=t', 'tagged__contains', 'unknown_operator'],
    ['toString=1', 'toString', 'unknown_field'],
  ])('with a fault are refused under the name of the filter: %s', (where, field, fault) => {
    expect(faultsOf(() => read(where))).toEqual(['invalid', { [field]: [fault] }]);
  });

  it('with several faults are refused with all of them, each name in a form that can be stored', () => {
    expect(faultsOf(() => read('id=x&cost=2&day=x&a%00b=1'))).toEqual([
      'invalid',
      { id: ['integer'], day: ['format_date'], 'a\ufffdb': ['unknown_field'] },
    ]);
  });

  it('may be 50, with texts of 1,000 characters', () => {
    const filters = (count: number) => Array.from({ length: count }, () => 'id=1').join('&');
    expect(read(filters(50)).length).toBe(50);
    expect(faultsOf(() => read(filters(51)))).toEqual([
      'invalid',
      { where: [{ code: 'too_many', values: { max: 50 } }] },
    ]);
    expect(read(`name=${'é'.repeat(1_000)}`).length).toBe(1);
    expect(faultsOf(() => read(`name=${'é'.repeat(1_001)}`))).toEqual([
      'invalid',
      { name: [{ code: 'too_long', values: { max: 1_000 } }] },
    ]);
  });
});

describe('the words of a search', () => {
  it('are those between spaces of any kind, each once, in one width', () => {
    expect(readSearch({ search: ' ＡＢＣ　ｶﾅ\tABC x ' })).toEqual(['ABC', 'カナ', 'x']);
    expect(readSearch({ search: '   ' })).toEqual([]);
    expect(readSearch({})).toEqual([]);
  });

  it('may be ten, of which repeated ones count', () => {
    expect(readSearch({ search: 'a b c d e f g h i j' }).length).toBe(10);
    expect(faultsOf(() => readSearch({ search: 'a b c d e f g h i j a' }))).toEqual([
      'invalid',
      { search: [{ code: 'too_many', values: { max: 10 } }] },
    ]);
  });
});
