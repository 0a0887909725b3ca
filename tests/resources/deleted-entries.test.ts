import { describe, expect, test } from 'vitest';
import type { SignedInData } from '../../machines/signed-in-data.ts';
import { LIST_NAMES, type Lists } from '../../machines/startup.ts';
import { stopsOf, withStops } from '../../src/screens/analysis/views/path-shapes.ts';
import type { PathsReport } from '../../src/analyses/paths.ts';
import { marked, unlistedEntries } from '../../src/screens/analysis/report/deleted-entries.ts';

const entries = (...ids: readonly number[]) => ids.map(id => ({ id, title: `entry ${id}` }));
const known = (parts: Partial<Pick<SignedInData, 'totals' | 'deleted'>>, lists: Partial<Lists>) =>
  ({
    lists: { ...Object.fromEntries(LIST_NAMES.map(name => [name, []])), ...lists },
    totals: {},
    lookedUp: {},
    deleted: {},
    ...parts,
  }) as unknown as SignedInData;
const row = (key: string, level = 0) => ({ key, level, label: `é ${key}` });
const translate = (id: string, values: Readonly<Record<string, string | number>> = {}) =>
  `${id} ${values['title']}`;

describe('the rows of a report', () => {
  const axes = { axis: 'network', by: 'ad' } as const;
  const rows = [row('3'), row('3/7', 1), row('3/8', 1), row('3/8~new', 1), row('none'), row('no_contact')];

  test('are marked where their entry was deleted, on both levels, and divided ones as well', () => {
    const data = known(
      { deleted: { ad: entries(8, 3), asp: entries(4) } },
      { ad: entries(7), asp: entries(3) },
    );
    expect(marked(rows, axes, data, translate).map(({ label }) => label)).toEqual([
      'é 3',
      'é 3/7',
      'report.deleted_row é 3/8',
      'report.deleted_row é 3/8~new',
      'é none',
      'é no_contact',
    ]);
  });
  test('are not marked after their entry was restored', () => {
    const data = known({ deleted: { ad: entries(8) } }, { ad: entries(8) });
    expect(marked(rows, axes, data, translate)).toEqual(rows);
  });
  test('by words, such as devices and hours, have no entries', () => {
    const data = known({ deleted: { ad: entries(12), asp: entries(12) } }, {});
    expect(marked([row('12')], { axis: 'hour', by: null }, data, translate)).toEqual([row('12')]);
    expect(unlistedEntries([row('12')], { axis: 'hour', by: null }, data)).toEqual({});
  });
  test('ask for the entries that a complete list lacks, and for none of a list that was loaded in part', () => {
    expect(unlistedEntries(rows, axes, known({}, { ad: entries(7) }))).toEqual({ asp: [3], ad: [8] });
    const partial = known({ totals: { ad: 9 } }, { ad: entries(7), asp: entries(3) });
    expect(unlistedEntries(rows, axes, partial)).toEqual({});
  });
});

test('steps and nodes of paths are marked like rows, and steps without a row are not', () => {
  const report = {
    nodes: [row('8'), row('others')],
    rows: [{ key: '8,7,none', cv: 1, steps: [row('8'), row('7'), row('none')] }],
    links: [],
  } as unknown as PathsReport;
  const data = known({ deleted: { ad: entries(8) } }, { ad: entries(7) });
  const stops = marked(stopsOf(report), { axis: 'ad', by: null }, data, translate);
  const { nodes, rows } = withStops(report, stops);
  expect([nodes, rows?.[0]?.steps].map(found => found?.map(stop => stop?.label))).toEqual([
    ['report.deleted_row é 8', 'é others'],
    ['report.deleted_row é 8', 'é 7', 'é none'],
  ]);
});
