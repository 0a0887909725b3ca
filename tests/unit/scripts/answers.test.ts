import { describe, expect, it } from 'vitest';
import { comparableContract, differencesOf, listDifferences } from '../../../scripts/answers/differences.ts';
import { requestsOf, type Contract } from '../../../scripts/answers/requests.ts';

const query = (name: string, schema: object, required = false) => ({ name, in: 'query', required, schema });
const contractOf = (paths: Record<string, readonly object[]>): Contract =>
  ({
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, parameters]) => [path, { get: { parameters } }]),
    ),
    components: { parameters: { day: { name: 'from', in: 'query', schema: { type: 'string' } } } },
  }) as Contract;

describe('the recorded queries', () => {
  it('call an operation once plainly and once for each value of a parameter', () => {
    const contract = contractOf({
      '/ads/{id}/': [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      '/report/': [
        query('product', {}, true),
        { $ref: '#/components/parameters/day' },
        query('model', { type: 'integer', minimum: 1, maximum: 2 }),
        query('all', { type: 'boolean' }),
        query('axes', {}),
      ],
    });
    expect(
      requestsOf(contract, {
        id: ['7'],
        'id of /ads/{id}/': ['1', '2'],
        product: ['3'],
        from: ['2026-11-01'],
      }),
    ).toEqual([
      '/ads/1/',
      '/ads/2/',
      '/report/?product=3&from=2026-11-01',
      '/report/?product=3&from=2026-11-01&model=1',
      '/report/?product=3&from=2026-11-01&model=2',
      '/report/?product=3&from=2026-11-01&all=true',
      '/report/?product=3&from=2026-11-01&all=false',
      '/report/?product=3&from=2026-11-01&axes=ad%2Cdevice',
      '/report/?product=3&from=2026-11-01&axes=device%2Chour',
    ]);
  });

  it('omit operations with unknown required values or changing answers, and repeat no file under its parameters', () => {
    const model = query('model', { enum: ['a', 'b'] });
    const contract = contractOf({
      '/rows/': [query('row', {}, true)],
      '/users/': [],
      '/progress/': [],
      '/rows/newer/': [],
      '/x/download/csv/': [model],
      '/x/download/xlsx/': [model],
      '/user_groups/': [],
    });
    expect(requestsOf(contract, {})).toEqual(['/x/download/csv/', '/user_groups/']);
  });

  it('use at most eight values of a parameter, spread over its range', () => {
    const all = Array.from({ length: 17 }, (_, at) => `v${at}`);
    const questions = requestsOf(
      contractOf({
        '/rows/': [
          query('ordering', { enum: all }),
          query('days', { type: 'integer', minimum: 1, maximum: 9 }),
        ],
      }),
      {},
    );
    expect(questions.slice(1)).toEqual(
      ['v0', 'v2', 'v4', 'v6', 'v8', 'v10', 'v12', 'v14'].map(value => `/rows/?ordering=${value}`),
    );
  });
});

describe('the comparison of recorded answers', () => {
  const recorded = { '/a/': { status: 200, text: '{"cv":1}' }, '/b/': { status: 404, text: '{}' } };

  it('finds nothing in equal answers', () =>
    expect(differencesOf(recorded, structuredClone(recorded))).toEqual([]));
  it('names the query and the differing lines', () => {
    expect(differencesOf(recorded, { ...recorded, '/a/': { status: 200, text: '{"cv":2}' } })).toEqual([
      '/a/\n  - "cv": 1\n  + "cv": 2',
    ]);
  });
  it('lists every difference, and continues after added lines', () => {
    const text = JSON.stringify({ a: 1, b: [1, 2, 3], c: 'x' });
    const now = JSON.stringify({ a: 2, b: [1, 9, 2, 3], c: 'y' });
    expect(listDifferences(text, now).split('\n')).toEqual([
      '  - "a": 1,',
      '  + "a": 2,',
      '  + 9,',
      '  - "c": "x"',
      '  + "c": "y"',
    ]);
  });
  it('lists twenty lines of an answer and the number of further ones', () => {
    const rows = (add: number) => JSON.stringify(Array.from({ length: 50 }, (_, n) => [n, n + add]));
    const lines = listDifferences(rows(1000), rows(2000)).split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([21, '  and 80 more lines']);
  });
  it('finds an answer that only grew', () =>
    expect(differencesOf(recorded, { ...recorded, '/a/': { status: 200, text: '{"cv":1} ' } })).toHaveLength(
      1,
    ));
  it('finds another status with the same text', () => {
    expect(differencesOf(recorded, { ...recorded, '/b/': { status: 410, text: '{}' } })).toEqual([
      '/b/\n  answered 410 instead of 404',
    ]);
  });
});

it('the comparison of contracts ignores descriptions and the order of paths, and not fields of that name', () => {
  const contract = (text: string, field: string, ...paths: readonly string[]) =>
    comparableContract(
      JSON.stringify({
        paths: Object.fromEntries(paths.map(path => [path, { summary: text, get: { description: text } }])),
        properties: { [field]: { type: 'string', description: text } },
      }),
    );
  const recorded = contract('a', 'description', '/a/', '/b/');
  expect(contract('b', 'description', '/b/', '/a/')).toBe(recorded);
  expect(contract('a', 'summary', '/a/', '/b/')).not.toBe(recorded);
  expect(contract('a', 'description', '/a/')).not.toBe(recorded);
});
