import { describe, expect, it, test } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import {
  filterNamed,
  filterQuery,
  gatherFilters,
  gathersFilters,
  meets,
  OPERATORS,
  readFilterNames,
  readFilters,
  type Condition,
  type Kind,
  type Operator,
} from '../../../server/http/filters.ts';
import { DAY } from '../../../server/platform/time.ts';

const COLUMNS = {
  name: 'text',
  cost: 'decimal',
  clicks: 'integer',
  tagged: 'boolean',
  day: 'day',
  seen: 'time',
  half__done: 'integer',
} as const satisfies Record<string, Kind>;

/** The code and the fields of the failure that `act` throws; null: none. */
const refusalOf = (act: () => void) => {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure)
      return [
        error.code,
        Object.entries(error.fields).map(([name, found]) => [name, ...found.map(({ code }) => code)]),
      ];
    throw error;
  }
  return null;
};

describe('the parameters of filtered columns', () => {
  test.each([
    ['text', ['exact', 'ne', 'contains', 'startswith', 'endswith', 'in']],
    ['integer', ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in']],
    ['decimal', ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in']],
    ['boolean', ['exact', 'ne']],
    ['day', ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'before', 'after']],
    ['time', ['exact', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'before', 'after']],
  ] as const)('of the type %s are %j', (kind, operators) => {
    expect(OPERATORS[kind]).toEqual(operators);
    expect(Object.keys(filterQuery({ x: kind }))).toEqual(
      operators.map(op => (op === 'exact' ? 'x' : `x__${op}`)),
    );
  });

  test.each([
    ['text', { type: 'string', maxLength: 1000 }],
    ['integer', { type: 'integer', minimum: -(2 ** 53) + 1, maximum: 2 ** 53 - 1 }],
    ['decimal', { type: 'number' }],
    ['boolean', { type: 'boolean' }],
    ['day', { type: 'string', minLength: 1, maxLength: 40 }],
    ['time', { type: 'string', minLength: 1, maxLength: 40 }],
  ] as const)('of the type %s accept values of the column, and up to 1,000 of them', (kind, value) => {
    const schemas = filterQuery({ x: kind }) as Record<string, object>;
    expect(schemas['x']).toEqual({ ...value, description: 'x =' });
    if (kind !== 'boolean')
      expect(schemas['x__in']).toEqual({
        type: 'array',
        minItems: 1,
        maxItems: 1000,
        items: value,
        description: 'x is any of a list, separated by commas or by repeating the parameter',
      });
  });

  it('describe their meaning', () => {
    const meanings = (kind: Kind) =>
      Object.values(filterQuery({ x: kind })).map(schema =>
        (schema as { description?: string }).description?.slice(2),
      );
    expect(meanings('day')).toEqual([
      '=',
      '≠',
      '>',
      '≥',
      '<',
      '≤',
      'is any of a list, separated by commas or by repeating the parameter',
      'is before',
      'is after',
    ]);
    expect(meanings('text')).toEqual([
      '=',
      '≠',
      'contains, ignoring case',
      'starts with, ignoring case',
      'ends with, ignoring case',
      'is any of a list, separated by commas or by repeating the parameter',
    ]);
  });
});

test.each<[string, string, string, Kind | undefined]>([
  ['name', 'name', 'exact', 'text'],
  ['name__ne', 'name', 'ne', 'text'],
  ['half__done', 'half__done', 'exact', 'integer'],
  ['half__done__lt', 'half__done', 'lt', 'integer'],
  ['a__ne', 'a', 'ne', undefined],
  ['__ne', '__ne', 'exact', undefined],
  ['a', 'a', 'exact', undefined],
  ['toString', 'toString', 'exact', undefined],
  ['x__y__ne', 'x__y', 'ne', undefined],
])('%j filters %j by %j', (name, field, op, kind) => {
  expect(filterNamed(name, COLUMNS)).toEqual({ field, op, kind });
});

describe('filter names', () => {
  const known = new Set(['name', 'name__ne', 'name__in', 'page']);

  it('in the schema are kept, and field__exact is shortened', () => {
    const query = { name__exact: 'é', name__ne: 'x', page: '1' };
    expect(refusalOf(() => readFilterNames(query, known))).toBeNull();
    expect(query).toEqual({ name: 'é', name__ne: 'x', page: '1' });
  });

  test.each([
    [{ other: '1' }, [['other', 'unknown_field']]],
    [{ page__exact: '1' }, [['page__exact', 'unknown_field']]],
    [{ name__gt: '1' }, [['name__gt', 'unknown_operator']]],
    [{ name: 'a', name__exact: 'a' }, [['name__exact', 'duplicate']]],
    [
      { other: '1', name__like: 'x' },
      [
        ['other', 'unknown_field'],
        ['name__like', 'unknown_operator'],
      ],
    ],
    [{ [`${'n'.repeat(100)}x`]: '1' }, [['n'.repeat(100), 'unknown_field']]],
  ])('%j are refused', (query, fields) => {
    expect(refusalOf(() => readFilterNames({ ...query }, known))).toEqual(['invalid', fields]);
  });

  it('are refused with at most 50 faults', () => {
    const query = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`x${n}`, '1']));
    expect(refusalOf(() => readFilterNames(query, known))?.[1]).toHaveLength(50);
  });
});

describe('filters outside the schema', () => {
  const gathered = (query: Record<string, unknown>) => {
    gatherFilters(query, new Set(['page', 'where', 'clicks']), COLUMNS);
    return query;
  };

  test.each([
    [
      { page: '1', other: '2', clicks: '3' },
      { page: '1', other: '2', clicks: '3' },
    ],
    [
      { name: 'a&b', page: '1' },
      { page: '1', where: 'name=a%26b' },
    ],
    [{ name: ['a', 'é'], cost__gt: 1.5 }, { where: 'name=a&name=%C3%A9&cost__gt=1.5' }],
    [{ name__in: ['a', 'b'] }, { where: 'name__in=a%2Cb' }],
    [{ name: 'a', where: 'cost=1' }, { where: 'cost=1&name=a' }],
    [{ name: 'a', where: '' }, { where: 'name=a' }],
    [{ name: 'a', where: ['cost=1'] }, { where: 'name=a' }],
    [{ where: ['cost=1'] }, { where: ['cost=1'] }],
  ])('%j are joined as %j', (query, expected) => {
    expect(gathered(query)).toEqual(expected);
  });

  it('are joined before the request is validated', () => {
    const query = { name: 'a', page: '1' };
    let done = 0;
    gathersFilters({ page: {} as never }, COLUMNS).onRequest({ query }, null, () => {
      done += 1;
    });
    expect([query, done]).toEqual([{ page: '1', where: 'name=a' }, 1]);
  });
});

describe('conditions', () => {
  it('have the types of their columns; unknown columns and missing values make none', () => {
    const from = Date.parse('2026-02-28T00:00:00+09:00');
    const span = { from, until: from + DAY };
    expect(
      readFilters(
        {
          name: 'a',
          clicks__in: [1, 2],
          page: 3,
          cost: undefined,
          tagged: false,
          day: '2026-02-28',
          seen__in: ['2026-02-28'],
        },
        COLUMNS,
      ),
    ).toEqual([
      { field: 'name', kind: 'text', op: 'exact', values: ['a'] },
      { field: 'clicks', kind: 'integer', op: 'in', values: [1, 2] },
      { field: 'tagged', kind: 'boolean', op: 'exact', values: [false] },
      { field: 'day', kind: 'day', op: 'exact', values: [span] },
      { field: 'seen', kind: 'time', op: 'in', values: [span] },
    ]);
  });

  it('with an invalid date are refused', () => {
    for (const field of ['day', 'seen'])
      expect(
        refusalOf(() => readFilters({ [`${field}__in`]: ['2026-02-28', '2026-02-29'] }, COLUMNS)),
      ).toEqual(['invalid', [[`${field}__in`, 'format_date']]]);
  });

  const of = (op: Operator, ...values: readonly (number | string)[]) =>
    ({ field: 'x', kind: typeof values[0] === 'number' ? 'decimal' : 'text', op, values }) as Condition;
  test.each<[Condition, readonly (number | string | null)[], readonly (number | string | null)[]]>([
    [of('exact', 5), [5], [4, '5', null]],
    [of('ne', 5), [4, null], [5]],
    [of('in', 5, 6), [5, 6], [7, null]],
    [of('gt', 5), [5.1], [5, 4, null]],
    [of('gte', 5), [5, 6], [4.9, null]],
    [of('lt', 5), [4.9], [5, 6, null]],
    [of('lte', 5), [5, 4], [5.1, null]],
    [of('gte', 0), [0], [null]],
    [of('lte', 0), [0], [null]],
    [of('exact', 'é'), ['é'], ['É', null]],
    [of('contains', 'B'), ['abc', 'B'], ['ac', '', null]],
    [of('startswith', 'AB'), ['abc', 'Ab'], ['cab', 'a', null]],
    [of('endswith', 'bC'), ['abc', 'BC'], ['bca', 'c', null]],
  ])('%j match %j and not %j', (condition, met, missed) => {
    expect(met.map(value => meets(condition, value))).toEqual(met.map(() => true));
    expect(missed.map(value => meets(condition, value))).toEqual(missed.map(() => false));
  });
});
