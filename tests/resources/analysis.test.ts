import { describe, expect, test } from 'vitest';
import { attribution, type AttributionRow } from '../../src/analyses/attribution.ts';
import { bestAds, dashboard, worstAds, type SummaryRow } from '../../src/analyses/dashboard.ts';
import { metrics } from '../../src/analyses/metrics.ts';
import { referenceLog } from '../../src/resources/reference-log.ts';
import { columnsOf, named, shapeOf } from '../../src/screens/analysis/figures.ts';
import { timeOfWatermark } from '../../src/screens/analysis/footing.tsx';
import { readAnalysisSearch } from '../../src/screens/analysis/search.ts';
import { readDashboardSearch } from '../../src/screens/dashboard/search.ts';
import { readLogSearch } from '../../src/screens/log/search.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import ja from '../../src/messages/ja.json' with { type: 'json' };
import zh from '../../src/messages/zh-CN.json' with { type: 'json' };

const say = (id: string) => (ja as Readonly<Record<string, string>>)[id] ?? `?${id}`;
const blank = Object.fromEntries(Object.keys(metrics).map(key => [key, null]));
const row = (key: string, label: string, part: Partial<AttributionRow>): AttributionRow => ({ ...blank, key, label, ...part }) as AttributionRow;

describe('every text of a descriptor', () => {
  const ids = [
    ...Object.keys(metrics).flatMap(key => [`metric.${key}.name`, `metric.${key}.help`]),
    ...new Set(Object.values(metrics).map(({ group }) => `group.${group}`)),
    ...attribution.axes.map(axis => `axis.${axis}`), ...['title', 'lead', 'chart'].map(part => `${attribution.name}.${part}`),
    ...dashboard.figures.flatMap(({ text }) => [`metric.${text}.name`, `metric.${text}.help`]),
    ...referenceLog.columns.map(({ field }) => `column.${field}`), 'log.reference.title', 'log.reference.lead',
  ];
  test.each([['ja', ja], ['en', en], ['zh-CN', zh]] as const)('is there in %s', (_, texts) => expect(ids.filter(id => !(id in texts))).toEqual([]));
});

describe('the address of an analysis', () => {
  const read = readAnalysisSearch(attribution);
  test('says axis, model and order', () => expect(read({ axis: 'network', model: '3', sort: 'clicks' })).toMatchObject({ axis: 'network', model: '3', sort: { field: 'clicks', descending: false } }));
  test('knows the axes by the server\'s numbers too', () => expect(read({ axis: '2' }).axis).toBe('category'));
  test('falls back where it is wrong', () => expect(read({ axis: '9', model: '8', sort: '-password' })).toEqual({ period: '30', axis: 'ad', model: null, sort: { field: 'cv_division', descending: true } }));
  test('may ask for the server\'s own order', () => expect(read({ sort: 'none' }).sort).toBeNull());
});
test('the address of a log takes ids as they are written and nothing else', () => {
  const { filters } = referenceLog;
  expect(readLogSearch({ ad: '12', device: 'mobile', show: 'all' }, filters)).toMatchObject({ values: { ad: '12', device: 'mobile' }, show: 'all' });
  expect(readLogSearch({ ad: '1e3', device: '<b>', show: 'x', visitor_id: String(2n ** 64n) }, filters)).toMatchObject({ values: {}, show: 'counted' });
});
test('the address of the dashboard falls back where it is wrong', () => expect(readDashboardSearch({ days: '8', metric: 'label' })).toEqual({ days: '30', metric: 'cv' }));

describe('a report', () => {
  const rows = [row('3', '日傘', { cv_division: 1.5, cv: 1 }), row('none', '', { cv_division: 0 }), row('no_contact', '', { cv: 4, cv_division: 4 })].map(one => named(one, say));
  test('names what has no name', () => expect(rows.map(one => one.label)).toEqual(['日傘', '未設定', '接触なし']));
  test('is charted by its largest rows', () => expect(shapeOf(attribution, rows, 'ad', say)).toMatchObject({ categories: ['接触なし', '日傘', '未設定'], series: [{ values: [4, 1.5, 0] }, { values: [4, 1, null] }, { values: [null, null, null] }] }));
  test('shows each metric in one column, the name first', () => {
    const fields = columnsOf(attribution, 'ad', say).map(({ field }) => field);
    expect([fields[0], new Set(fields).size]).toEqual(['label', attribution.columns.length + 1]);
  });
});

test('a watermark tells its time: ids begin with the milliseconds since 2020', () => {
  expect(timeOfWatermark(String((1000n << 22n) | 4097n))).toBe(Date.UTC(2020, 0, 1) + 1000);
  expect([timeOfWatermark('0'), timeOfWatermark('x')]).toEqual([null, null]);
});

test('the best ads sold most, the worst cost money and brought least', () => {
  const ad = (key: string, amount_sum: number, ad_cost: number): SummaryRow => ({ key, label: key, clicks: 1, cv: 1, cvr: 1, cv_division: 1, amount_division: amount_sum, amount_sum, ad_cost, cpa: null, roas: null, profit: amount_sum - ad_cost });
  const ads = [ad('1', 0, 500), ad('2', 900, 0), ad('3', 300, 100), ad('no_contact', 5000, 0)];
  expect([bestAds(ads).map(one => one.key), worstAds(ads).map(one => one.key)]).toEqual([['2', '3'], ['1', '3']]);
});
