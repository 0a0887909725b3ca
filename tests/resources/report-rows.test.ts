import { describe, expect, test } from 'vitest';
import type { ReportRow } from '../../src/analyses/analysis.ts';
import { analysis as attribution, type AttributionRow } from '../../src/analyses/attribution.ts';
import { bestAds, worstAds, type SummaryRow } from '../../src/analyses/dashboard.ts';
import { metrics } from '../../src/analyses/metrics.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { sorted } from '../../src/components/grid/sorted.ts';
import { beganAt, isUnmeasured, shapeOf } from '../../src/screens/analysis/report/chart-shape.ts';
import { columnsOf, comparedIn, named, remainderRank } from '../../src/screens/analysis/report/figures.ts';
import ja from '../../src/messages/ja.json' with { type: 'json' };

const say = (id: string) => (ja as Readonly<Record<string, string>>)[id] ?? `?${id}`;
const blank = Object.fromEntries(Object.keys(metrics).map(key => [key, null]));
const row = (key: string, label: string, part: Partial<AttributionRow>): AttributionRow =>
  ({ ...blank, key, label, ...part }) as AttributionRow;
const AD = { axis: 'ad', by: null, step: 'month' } as const;

test('rows that belong to no value of the axis come last in both directions', () => {
  const rows = ['no_contact', '1', 'none', '2/none', '2', '7:3:1:https://shop.example/none'].map(
    (key, at) => ({
      key,
      clicks: 10 - at,
    }),
  );
  const columns = [{ field: 'clicks', format: 'count', label: '' }] as const;
  const keysBy = (descending: boolean) =>
    sorted(rows, columns, { field: 'clicks', descending }, 'ja', remainderRank).map(({ key }) => key);
  expect(keysBy(true)).toEqual(['1', '2', '7:3:1:https://shop.example/none', 'none', '2/none', 'no_contact']);
  expect(keysBy(false)).toEqual([
    '7:3:1:https://shop.example/none',
    '2',
    '1',
    '2/none',
    'none',
    'no_contact',
  ]);
});

describe('the rows of an attribution report', () => {
  const rows = [
    row('2', 'é傘', { cv_division: 0.5, cv: 0 }),
    row('3', '日傘', { cv_division: 1.5, cv: 1 }),
    row('none', '', { cv_division: 0 }),
    row('no_contact', '', { cv: 4, cv_division: 4 }),
  ].map(one => named(one, AD, say));
  test('have a label also without a name', () =>
    expect(rows.map(one => one.label)).toEqual(['é傘', '日傘', '未設定', '接触なし']));
  const charted = (shown: typeof rows) =>
    shapeOf(attribution, shown, { item: 'cv_division', kind: AD, compared: false, today: '2026-11-22' }, say);
  test('are charted with the largest first, without those of no ad', () =>
    expect(charted(rows)).toMatchObject({
      categories: ['日傘', 'é傘'],
      series: [{ values: [1.5, 0.5] }, { values: [1, 0] }, { values: [null, null] }],
    }));
  test('of no ad are charted where there are no others', () =>
    expect(charted(rows.slice(2)).categories).toEqual(['接触なし', '未設定']));
  test('show each metric in one column, after the name', () => {
    const fields = columnsOf(attribution, AD, say).map(({ field }) => field);
    expect([fields[0], new Set(fields).size]).toEqual(['label', attribution.columns.length + 1]);
  });
});

test("the dashboard's best ads have the highest sales, its worst ads cost the most for the lowest sales", () => {
  const ad = (key: string, amount_sum: number, ad_cost: number): SummaryRow => ({
    key,
    label: key,
    clicks: 1,
    cv: 1,
    cvr: 1,
    cv_division: 1,
    amount_division: amount_sum,
    amount_sum,
    ad_cost,
    cpa: null,
    roas: null,
    profit: amount_sum - ad_cost,
  });
  const ads = [ad('1', 0, 500), ad('2', 900, 0), ad('3', 300, 100), ad('no_contact', 5000, 0)];
  expect([bestAds(ads).map(one => one.key), worstAds(ads).map(one => one.key)]).toEqual([
    ['2', '3'],
    ['1', '3'],
  ]);
});

describe('the rows of a report', () => {
  test('have labels for coded keys', () => {
    const name = (
      key: string,
      axis: 'device' | 'hour' | 'weekday' | 'landing',
      extra: Partial<ReportRow> = {},
    ) => named({ key, label: key, ...extra }, { axis: 'ad', by: axis }, say).label;
    expect([
      name('1/mobile', 'device', { level: 1 }),
      name('1/0', 'weekday', { level: 1 }),
      name('1/none', 'device', { level: 1 }),
      name('1/other', 'landing', { level: 1 }),
    ]).toEqual(['スマートフォン', '日曜日', '未設定', 'その他のページ']);
    expect(
      named(
        { key: 'no_contact~new', label: '', visitor: 'new' },
        { axis: 'ad', by: null },
        (id, values) => `${say(id)}${values === undefined ? '' : JSON.stringify(values)}`,
      ).label,
    ).toContain('接触なし');
  });
  test('show the change against the compared period, and whether it is good', () => {
    const one = (now: number | null, was: number | null, field = 'cv') =>
      comparedIn({ [field]: now, compared: { [field]: was } } as object, field);
    expect([
      one(3, 2),
      one(2, 4),
      one(2, 2),
      one(2, 0),
      one(null, 1),
      one(80, 100, 'cpa'),
      one(80, 100, 'ad_cost'),
      comparedIn({ compared: {} }, 'label'),
    ]).toEqual([
      { text: '▲ +50.00%', tone: 'good' },
      { text: '▼ -50.00%', tone: 'poor' },
      { text: '±0%', tone: 'plain' },
      { text: '-', tone: 'plain' },
      { text: '-', tone: 'plain' },
      { text: '▼ -20.00%', tone: 'good' },
      { text: '▼ -20.00%', tone: 'plain' },
      null,
    ]);
  });
  test('show a change between intervals only if they have as many days, or are whole months', () => {
    const change = (from: string, to: string, earlier: string, last: string) =>
      comparedIn({ from, to, cv: 3, compared: { from: earlier, to: last, cv: 2 } } as object, 'cv')?.text;
    expect([
      change('2026-11-02', '2026-11-08', '2026-10-05', '2026-10-11'),
      change('2026-11-01', '2026-11-15', '2026-10-17', '2026-10-31'),
      change('2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'),
      change('2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'),
      change('2026-11-01', '2026-11-01', '2026-10-02', '2026-10-04'),
      change('2026-11-01', '2026-11-10', '2025-10-01', '2025-10-31'),
      change('2026-11-02', '2026-11-30', '2025-11-01', '2025-11-30'),
    ]).toEqual([...Array.from({ length: 4 }, () => '▲ +50.00%'), '-', '-', '-']);
  });
  test('by hour and weekday are all charted in their natural order', () => {
    const hours = ['9', '23', '0', '10', 'no_contact'].map((key, index) =>
      row(key, key, { cv_division: index, level: 0 } as Partial<AttributionRow>),
    );
    expect(
      shapeOf(
        attribution,
        hours,
        {
          item: 'cv_division',
          kind: { axis: 'hour', by: null, step: 'month' },
          compared: false,
          today: '2026-11-22',
        },
        say,
      ).categories,
    ).toEqual(['0', '9', '10', '23']);
  });
  test('are charted with the compared period, without inner rows', () => {
    const shape = shapeOf(
      attribution,
      [
        row('1', 'a', { cv_division: 2, level: 0, compared: { cv_division: 1 } } as Partial<AttributionRow>),
        row('1/mobile', 'b', { cv_division: 9, level: 1 } as Partial<AttributionRow>),
      ],
      { item: 'cv_division', kind: AD, compared: true, today: '2026-11-22' },
      say,
    );
    expect([shape.categories, shape.series.map(({ values }) => values)]).toEqual([
      ['a'],
      [[2], [null], [null], [1]],
    ]);
  });
});

test('a report over time begins at the first row with a figure', () => {
  expect([
    beganAt([]),
    beganAt([{ cv: 0 }, { cv: null }]),
    beganAt([{ cv: 0, clicks: 0 }, { cv: 0, clicks: 3 }, { cv: 1 }]),
    beganAt([{ cv: 2 }]),
  ]).toEqual([0, 0, 1, 0]);
  expect([
    isUnmeasured([{ cv: 0 }, { cv: null, compared: { cv: 0 } }]),
    isUnmeasured([{ cv: 0 }, { compared: { cv: 4 } }]),
  ]).toEqual([true, false]);
  expect(beganAt([{ cv: 0, compared: { cv: 0 } }, { cv: 0, compared: { cv: 4 } }, { cv: 1 }])).toBe(1);
  const of = (key: string, cv: number, before: number) =>
    row(key, key, { cv, level: 0, compared: { ...blank, cv: before } } as never);
  const shape = (compared: boolean, rows: readonly AttributionRow[]) =>
    shapeOf(
      term as never,
      rows,
      { item: 'cv', kind: { axis: 'ad', by: null, step: 'month' }, compared, today: '2026-11-22' },
      say,
    );
  expect(
    shape(false, [of('2026-09-01', 0, 0), of('2026-10-01', 3, 0), of('2026-11-01', 0, 0)]),
  ).toMatchObject({
    categories: ['2026-10-01', '2026-11-01'],
    keys: ['2026-10-01', '2026-11-01'],
    series: [{ values: [3, 0] }],
  });
  expect(shape(true, [of('2026-08-01', 0, 0), of('2026-09-01', 0, 7), of('2026-10-01', 3, 2)])).toMatchObject(
    { categories: ['2026-09-01', '2026-10-01'], series: [{ values: [null, 3] }, { values: [7, 2] }] },
  );
});

test('a report over time draws no zeros for intervals of the future', () => {
  const of = (key: string, cv: number, before: number) =>
    row(key, key, { cv, level: 0, compared: { ...blank, cv: before } } as never);
  const shape = (...rows: readonly AttributionRow[]) =>
    shapeOf(
      term as never,
      rows,
      { item: 'cv', kind: { axis: 'ad', by: null, step: 'day' }, compared: true, today: '2026-11-22' },
      say,
    );
  expect(shape(of('2026-11-21', 3, 1), of('2026-11-22', 2, 1), of('2026-11-23', 0, 4))).toMatchObject({
    categories: ['2026-11-21', '2026-11-22', '2026-11-23'],
    series: [{ values: [3, 2, null] }, { values: [1, 1, 4] }],
    begun: 2,
    unfinished: true,
  });
  expect(shape(of('2026-11-23', 0, 4))).toMatchObject({
    series: [{ values: [null] }, { values: [4] }],
    begun: 0,
  });
});
