import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isOverTime,
  MODELS,
  ALL_MODELS,
  summaryOf,
  type Framed,
  type ReportRow,
} from '../../src/analyses/analysis.ts';
import { analysis as adStatistics } from '../../src/analyses/ad-statistics.ts';
import { analysis as effect } from '../../src/analyses/effect.ts';
import { allocation } from '../../src/analyses/allocation.ts';
import { analysis as attribution, type AttributionRow } from '../../src/analyses/attribution.ts';
import { ALL_AXES, requestedAxes } from '../../src/analyses/axes.ts';
import { columnSetsOf } from '../../src/analyses/column-sets.ts';
import { customAnalysis } from '../../src/analyses/custom.ts';
import { bestAds, dashboard, worstAds, type SummaryRow } from '../../src/analyses/dashboard.ts';
import { metrics, type MetricKey } from '../../src/analyses/metrics.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { transitions } from '../../src/analyses/transitions.ts';
import { ITEM_COLUMNS } from '../../server/reports/analyses/allocation/items.ts';
import { parseSearch } from '../../src/console/address.ts';
import type { GridColumn } from '../../src/components/grid/types.ts';
import { sorted } from '../../src/components/grid/sorted.ts';
import { referenceLog } from '../../src/resources/reference-log.ts';
import { flowOption } from '../../src/components/chart/flow-option.ts';
import { legendRows, optionOf } from '../../src/components/chart/option.ts';
import { fileName, withHeading } from '../../src/components/chart/picture.ts';
import { breakLines, labelLines, widthOf } from '../../src/components/chart/text-lines.ts';
import type { Days } from '../../src/components/days.ts';
import { linesOf, tableOf, type ChartShape } from '../../src/components/chart/shape.ts';
import { heatOf, MAX_TINT_PERCENT, stretchesOf } from '../../src/components/heat.ts';
import { appliedConditions } from '../../src/resources/filter.ts';
import { flowOf } from '../../src/screens/analysis/views/path-shapes.ts';
import { listedFor, unlistedReasonOf } from '../../src/screens/analysis/drilldown/listed-figure.ts';
import { logSearchOf } from '../../src/screens/analysis/drilldown/log-search.ts';
import {
  figureParameters,
  nameWithin,
} from '../../src/screens/analysis/drilldown/use-figure-conversions.tsx';
import { bandsOf } from '../../src/screens/print/page-bands.ts';
import { beganAt, isUnmeasured, shapeOf } from '../../src/screens/analysis/report/chart-shape.ts';
import {
  columnsOf,
  comparedIn,
  goesOn,
  named,
  remainderRank,
} from '../../src/screens/analysis/report/figures.ts';
import {
  daysOfSearch,
  daysCompared,
  fileColumns,
  monthsBefore,
  queryOf,
  yearBefore,
} from '../../src/screens/analysis/search/query.ts';
import { mailOf } from '../../src/screens/analysis/tools/mail.ts';
import { readAnalysisSearch } from '../../src/screens/analysis/search/read-search.ts';
import { writeAnalysisSearch } from '../../src/screens/analysis/search/write-search.ts';
import type { AnalysisSearch } from '../../src/screens/analysis/search/search.ts';
import { lookOf } from '../../src/screens/analysis/tools/use-savable-report.ts';
import { readDashboardSearch } from '../../src/screens/dashboard/search.ts';
import { readLogSearch, writeLogSearch } from '../../src/screens/log/search.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import ja from '../../src/messages/ja.json' with { type: 'json' };
import zh from '../../src/messages/zh-CN.json' with { type: 'json' };

const say = (id: string) => (ja as Readonly<Record<string, string>>)[id] ?? `?${id}`;
/** The defined fields of a record, as an address carries them. */
const present = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Readonly<
    Record<string, string>
  >;
const blank = Object.fromEntries(Object.keys(metrics).map(key => [key, null]));
const analyses = [adStatistics, attribution, term, effect];
const row = (key: string, label: string, part: Partial<AttributionRow>): AttributionRow =>
  ({ ...blank, key, label, ...part }) as AttributionRow;

describe('every text that a descriptor names', () => {
  const ids = [
    ...Object.keys(metrics).flatMap(key => [`metric.${key}.name`, `metric.${key}.help`]),
    ...new Set(Object.values(metrics).map(({ group }) => `group.${group}`)),
    ...ALL_AXES.map(axis => `axis.${axis}`),
    ...ALL_MODELS.flatMap(model => [`model.${model}`, `model.${model}.help`]),
    ...analyses.flatMap(({ name, views }) =>
      ['title', 'lead', ...views.map(view => `view.${view}`)].map(part => `analysis.${name}.${part}`),
    ),
    ...analyses
      .flatMap(({ filters }) =>
        filters.map(({ field, column }) => [`column.report.${column ?? field}`, `column.${column ?? field}`]),
      )
      .map(either => either.find(id => id in en) ?? either.join()),
    ...dashboard.figures.flatMap(({ text }) => [`metric.${text}.name`, `metric.${text}.help`]),
    ...referenceLog.columns.map(({ field }) => `column.${field}`),
    'log.reference.title',
    'log.reference.lead',
  ];
  test.each([
    ['ja', ja],
    ['en', en],
    ['zh-CN', zh],
  ] as const)('exists in %s', (_, texts) => expect(ids.filter(id => !(id in texts))).toEqual([]));
});

describe('the address of an analysis', () => {
  const read = readAnalysisSearch(attribution);
  test('carries axis, model and order', () =>
    expect(read({ axis: 'network', model: '3', sort: 'clicks' })).toMatchObject({
      axis: 'network',
      model: '3',
      sort: { field: 'clicks', descending: false },
    }));
  test("also accepts the server's numbers of the axes", () =>
    expect(read({ axis: '2' }).axis).toBe('category'));
  test('falls back to the defaults for invalid values', () =>
    expect(
      read({
        axis: '9',
        by: 'x',
        model: '8',
        sort: '-password',
        compare: 'custom',
        f: 'password=1',
        approval: 'x',
        evaluation: '4',
        item: 'x',
        hide: 'password',
      }),
    ).toEqual({
      period: '30',
      axis: 'ad',
      by: null,
      model: null,
      compare: null,
      conditions: [{ field: 'password', op: 'exact', value: '1', unknown: true }],
      approval: 'approved',
      evaluation: '0',
      display: 'custom',
      step: 'month',
      item: 'cv_division',
      view: attribution.views[0] ?? '',
      sort: { field: 'cv_division', descending: true },
      hide: null,
    }));
  test('accepts data-driven models for ungrouped ad rows only', () =>
    expect(
      [
        read({ model: '6' }),
        read({ model: '6', by: 'device' }),
        read({ model: '7', axis: 'agency' }),
        read({ model: '7', evaluation: '2' }),
        read({ model: '6', f: 'os=iOS' }),
        read({ model: '6', f: 'ad_id=3&gone=1' }),
      ].map(({ model }) => model),
    ).toEqual(['6', null, '7', null, null, '6']));
  test('does not nest an axis in itself', () => expect(read({ axis: 'device', by: 'device' }).by).toBeNull());
  test('reads back as the same search after it was read and written', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...analyses),
        fc.dictionary(
          fc.constantFrom(
            'axis',
            'by',
            'model',
            'compare',
            'compare_from',
            'compare_to',
            'f',
            'approval',
            'evaluation',
            'display',
            'step',
            'item',
            'view',
            'sort',
            'hide',
            'period',
            'from',
            'to',
          ),
          fc.oneof(
            fc.constantFrom(
              'ad',
              'device',
              '3',
              '6',
              'previous_year',
              'custom',
              '2026-01-05',
              '2024-02-29',
              'ad_id=3&os__contains=i%26',
              'unapproved',
              '2',
              'day',
              'clicks',
              '-clicks',
              'none',
              'cv,clicks',
              '-',
              'models',
            ),
            fc.string({ maxLength: 8 }),
          ),
        ),
        (analysis, raw) => {
          const { period, from, to, ...rest } = readAnalysisSearch(analysis)(raw);
          const again = readAnalysisSearch(analysis)({
            ...present(writeAnalysisSearch(rest)),
            ...present({ period, from, to }),
          });
          expect(again).toEqual({ ...rest, ...present({ period, from, to }) });
        },
      ),
    ));
  test('shows the columns of an allocation by item code, and hides and sorts by columns that are no metrics', () => {
    const readAllocation = readAnalysisSearch(allocation as Framed);
    expect(readAllocation({ items: '1,2,5' }).hide).toEqual([
      'adjusted',
      'adjusted_cost',
      'cv',
      'amount_sum',
      'attributed_cpa',
      'attributed_roas',
    ]);
    expect([readAllocation({ simulation: '2' }).hide, readAllocation({ simulation: '0' }).hide]).toEqual([
      ['expected_cv'],
      ['expected_cv', 'response_basis', 'expected_amount'],
    ]);
    expect([
      readAllocation({ items: '9' }).hide,
      readAllocation({ items: 'x', simulation: '' }).hide,
      read({ items: '1' }).hide,
    ]).toEqual([null, null, null]);
    expect(readAllocation({ items: '1', hide: 'share,expected_cv' }).hide).toEqual(['share', 'expected_cv']);
    expect(writeAnalysisSearch({ hide: ['share'] })).toEqual({
      hide: 'share',
      items: undefined,
      simulation: undefined,
    });
    expect(readAllocation({ sort: '-expected_cv' }).sort).toEqual({ field: 'expected_cv', descending: true });
    expect(allocation.itemColumns).toEqual(ITEM_COLUMNS);
  });
  test('begins with the newest period of a report over time', () =>
    expect(readAnalysisSearch(term)({}).sort).toEqual({ field: 'label', descending: true }));
  test('can request the order of the server', () => expect(read({ sort: 'none' }).sort).toBeNull());
});
test("the address of a log accepts conditions, also by the field's name alone, sortable columns, and nothing else", () => {
  const shape = {
    filters: referenceLog.filters,
    columns: referenceLog.columns.map(({ field }) => field),
    sortable: referenceLog.sorted ?? [],
  };
  const conditionsOf = (raw: Readonly<Record<string, string>>) =>
    appliedConditions(readLogSearch(raw, shape).conditions).map(
      ({ field, op, value }) => `${field} ${op} ${value}`,
    );
  expect(conditionsOf({ ad: '12', device: 'mobile', f: 'xclid__contains=é%26&device=tablet' })).toEqual([
    'ad_id exact 12',
    'xclid contains é&',
    'device exact tablet',
  ]);
  expect(
    conditionsOf({
      ad: '1e3',
      device: '<b>',
      visitor_id: String(2n ** 64n),
      f: `interaction_id__in=1,${2n ** 64n - 1n}&visitor_id__gt=1&args=1`,
    }),
  ).toEqual([`interaction_id in 1,${2n ** 64n - 1n}`]);
  expect(readLogSearch({ show: 'all', sort: '-xclid', hide: 'ua,none', view: '3' }, shape)).toMatchObject({
    show: 'all',
    sort: { field: 'xclid', descending: true },
    hide: ['ua'],
    order: null,
    saved: 3,
  });
  expect(readLogSearch({ show: 'x', sort: 'first_reference_time', view: '1e3' }, shape)).toMatchObject({
    show: 'counted',
    sort: null,
    hide: null,
    saved: null,
  });
  const search = readLogSearch(
    { period: '30', f: 'xclid=1', sort: 'xclid', hide: '-', order: 'ua,xclid', ad: '3' },
    shape,
  );
  const written = Object.fromEntries(
    Object.entries(writeLogSearch(search, shape)).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  expect(readLogSearch(written, shape)).toEqual(search);
  expect(written['ad']).toBeUndefined();
});
test('the address of the dashboard falls back to the defaults for invalid values', () => {
  expect(readDashboardSearch({ days: '8', metric: 'label', change: 'clicks', setup: '1' })).toEqual({
    period: '30',
    metric: 'cv',
    change: 'cv',
    isSetupOpen: false,
  });
  expect(readDashboardSearch({ change: 'cpa' }).change).toBe('cpa');
  expect(readDashboardSearch({ setup: 'open' }).isSetupOpen).toBe(true);
});
test('the address of the dashboard names its period like reports, or `days` like older bookmarks', () =>
  expect([
    readDashboardSearch({ days: '7' }).period,
    readDashboardSearch({ period: 'last-week', days: '7' }).period,
    readDashboardSearch({ period: 'custom', from: '2026-02-01', to: '2026-02-28' }),
  ]).toEqual([
    '7',
    'last-week',
    {
      period: 'custom',
      from: '2026-02-01',
      to: '2026-02-28',
      metric: 'cv',
      change: 'cv',
      isSetupOpen: false,
    },
  ]));
test('the totals above a report are named by the analysis, else those of its first columns', () =>
  expect([
    summaryOf(attribution).length,
    summaryOf({ columns: [{ metric: 'impressions', hidden: true }, { metric: 'cv' }, { metric: 'cvr' }] }),
  ]).toEqual([7, ['cv', 'cvr']]));

describe('the column sets of a report', () => {
  const metricsOf = ({ columns }: Pick<Framed, 'columns'>) => columns.map(({ metric }) => metric);
  test.each([adStatistics, attribution, effect])('show 8 to 10 of the columns of $name, or all', report => {
    const columns = metricsOf(report);
    const shown = Object.fromEntries(
      columnSetsOf(columns).map(({ name, hidden }) => [name, columns.length - hidden.length]),
    );
    expect(shown['all']).toBe(columns.length);
    for (const name of ['performance', 'attribution', 'paths']) {
      expect(shown[name], name).toBeGreaterThanOrEqual(8);
      expect(shown[name], name).toBeLessThanOrEqual(10);
    }
  });
  test('are not offered for a report with few columns', () => {
    expect(columnSetsOf(metricsOf(attribution).slice(0, 10))).toEqual([]);
  });
  test('have cost per conversion and return beside the sales', () => {
    for (const report of [adStatistics, attribution, effect])
      expect(metricsOf(report).join()).toContain('amount_sum,cpa,roas');
  });
  test.each([
    [adStatistics, 'performance', []],
    [attribution, 'attribution', []],
    [effect, 'performance', ['indirect_cv', 'indirect_ratio']],
  ] as const)('are what $0.name shows at first: the set $1 and $2', (report, set, own) => {
    const columns = metricsOf(report);
    const hidden = columnSetsOf(columns).find(({ name }) => name === set)!.hidden;
    const first = report.columns.filter(column => !column.hidden).map(({ metric }) => metric);
    expect(first).toEqual(
      columns.filter(metric => !hidden.includes(metric) || own.includes(metric as never)),
    );
  });
});
test('a report begins with at most twelve metrics, and is sorted by one of them or by its rows', () => {
  const first = analyses.map(({ name, columns, sort }) => {
    const shown = columns.filter(({ hidden }) => hidden !== true).map(({ metric }) => metric as string);
    return { name, count: shown.length, sorted: sort === null || ['label', ...shown].includes(sort) };
  });
  expect(first.filter(({ count, sorted }) => count > 12 || !sorted)).toEqual([]);
});

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

const AD = { axis: 'ad', by: null, step: 'month' } as const;
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

describe('the query of a report', () => {
  const daysAt = (search: AnalysisSearch): Days => daysOfSearch(search, '2026-03-10', 0);
  const read = (raw: Readonly<Record<string, string>>, analysis = attribution): AnalysisSearch =>
    readAnalysisSearch(analysis)(raw);
  test('names only what differs from its defaults', () =>
    expect(queryOf(attribution, read({ period: '7' }), 3, daysAt(read({ period: '7' })))).toEqual({
      product_id: 3,
      from: '2026-03-04',
      to: '2026-03-10',
      axis: 1,
    }));
  test('contains every parameter of the address', () => {
    const search = read({
      axis: 'network',
      by: 'device',
      model: '5',
      compare: 'custom',
      compare_from: '2025-01-31',
      compare_to: '2025-01-01',
      f: 'ad_id__in=1,2&gone=1',
      approval: 'unapproved',
      evaluation: '2',
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(queryOf(attribution, search, 3, daysAt(search))).toEqual({
      product_id: 3,
      from: '2026-02-01',
      to: '2026-02-28',
      axis: 0,
      axes: 'asp,device',
      model: 5,
      compare: 'custom',
      compare_from: '2025-01-01',
      compare_to: '2025-01-31',
      where: 'ad_id__in=1,2',
      approval: 'unapproved',
      evaluation: 2,
    });
  });
  test('names a single axis by its number if it has one, and other axes by name', () =>
    expect([
      requestedAxes('type2', null),
      requestedAxes('hour', null),
      requestedAxes('ad', 'landing'),
    ]).toEqual([{ axis: 4 }, { axis: 0, axes: 'hour' }, { axis: 0, axes: 'ad,landing_page' }]));
  test('covers whole months and the present month so far for a display period', () => {
    expect(daysOfSearch(read({}, term), '2026-03-31', 0)).toEqual({ from: '2025-03-01', to: '2026-03-31' });
    expect(daysOfSearch(read({ display: '2' }, term), '2026-01-01', 0)).toEqual({
      from: '2024-01-01',
      to: '2026-01-01',
    });
    expect([
      monthsBefore('2026-01-15', 1),
      monthsBefore('2026-12-31', 11),
      monthsBefore('2026-12-31', 12),
    ]).toEqual(['2025-12-01', '2026-01-01', '2025-12-01']);
  });
  test('compares with as many days before, or with the same days of the year before', () => {
    const days = { from: '2024-02-01', to: '2024-02-29' };
    expect(daysCompared(read({ compare: 'previous_period' }), days)).toEqual({
      from: '2024-01-03',
      to: '2024-01-31',
    });
    expect(daysCompared(read({ compare: 'previous_year' }), days)).toEqual({
      from: '2023-02-01',
      to: '2023-02-28',
    });
    expect([daysCompared(read({}), days), yearBefore('2025-03-01')]).toEqual([null, '2024-03-01']);
  });
  const MARCH: Days = { from: '2026-03-01', to: '2026-03-10' };
  test('has a step over time and an axis otherwise', () =>
    expect([
      queryOf(term, read({ step: 'week' }, term), 1, MARCH),
      queryOf(attribution, read({ step: 'week' }), 1, MARCH),
    ]).toMatchObject([{ step: 'week' }, { axis: 1 }]));
  test('asks for the shown columns in a file, with the outer row, the visitor and the compared figures as columns of their own', () => {
    const shown = ['label', 'trend', 'cv', 'clicks'];
    expect(fileColumns(attribution, read({}), shown)).toEqual(['label', 'cv', 'clicks']);
    expect(
      fileColumns(attribution, read({ by: 'device', evaluation: '2', compare: 'previous_year' }), shown),
    ).toEqual(['parent_label', 'label', 'visitor', 'cv', 'cv_compared', 'clicks', 'clicks_compared']);
    expect([
      fileColumns(term, read({}, term), shown),
      fileColumns(term, read({ compare: 'previous_year' }, term), shown),
    ]).toEqual([
      ['label', 'from', 'to', 'cv', 'clicks'],
      [
        'label',
        'from',
        'to',
        'from_compared',
        'to_compared',
        'cv',
        'cv_compared',
        'clicks',
        'clicks_compared',
      ],
    ]);
  });
  test('of a drill-down contains the whole report query, and every metric has its listing', () => {
    const query = { product_id: 1, from: '2026-02-01', to: '2026-02-28', where: 'ad_id=7' };
    const fullQuery = {
      ...query,
      axis: 0,
      axes: 'device,ad',
      model: 6,
      evaluation: 2,
      compare: 'previous_year',
    };
    expect([
      figureParameters({ ...fullQuery, approval: 'unapproved' }, 'mobile/7~new', null),
      figureParameters({ ...query, step: 'week', compare: 'previous_period' }, '2026-02-02', {
        from: '2026-02-02',
        to: '2026-02-08',
      }),
    ]).toEqual([
      { ...fullQuery, key: 'mobile/7~new' },
      { ...query, from: '2026-02-02', to: '2026-02-08', key: 'total' },
    ]);
    const spoken = (id: string, values: Readonly<Record<string, string | number>> = {}) =>
      say(id).replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const outer = { key: '7~new', label: '広告・新規', visitor: 'new' };
    expect([
      nameWithin(outer, undefined, spoken),
      nameWithin({ key: '7/mobile~new', label: 'スマートフォン・新規', visitor: 'new' }, outer, spoken),
    ]).toEqual(['広告・新規', '広告・スマートフォン・新規']);
    expect(
      (Object.keys(metrics) as MetricKey[])
        .map(metric => [metric, listedFor(metric) ?? unlistedReasonOf(metric)])
        .filter(([metric, shown]) => metric !== shown)
        .map(pair => pair.join(' ')),
    ).toEqual([
      'clicks contacts',
      'first_touch_count first_contacts',
      'cvr cv',
      'amount_avg amount_sum',
      'cvr_division cv_division',
      'attr_cvr cv_division',
      'attributed_cpa cv_division',
      'attributed_roas amount_division',
      'indirect_ratio indirect_cv',
      'indirect_cost indirect_cv',
      'indirect_cost_unapproved indirect_cv',
      'ad_cost cost',
      'ad_cost_unapproved cost',
      'cpa cv',
      'roas amount_sum',
      'roi amount_sum',
      'profit amount_sum',
      'ad_touch_avg cv',
      'attr_avg cv',
    ]);
    expect([isOverTime(term), MODELS.length]).toEqual([true, 5]);
  });
  test('leads from a row to the log of what it counts if the log can be filtered that way', () => {
    const days = { from: '2026-01-01', to: '2026-01-31' };
    const to = (key: string, raw: Readonly<Record<string, string>>) =>
      logSearchOf(attribution, { key }, read(raw), days);
    expect(to('12', {})).toEqual({ period: 'custom', from: '2026-01-01', to: '2026-01-31', ad: '12' });
    expect(to('12/mobile', { axis: 'ad', by: 'device' })).toMatchObject({ ad: '12', device: 'mobile' });
    expect([
      to('12', { f: 'ad_id__in=12,13&device=mobile' }),
      logSearchOf(attribution, null, read({ f: 'ad_id__in=12,13' }), days),
    ]).toMatchObject([{ ad: '12', device: 'mobile' }, { ad: '12,13' }]);
    expect([
      to('no_contact', {}),
      to('3', { axis: 'network' }),
      to('12~new', { evaluation: '2' }),
      to('12', { f: 'os=iOS' }),
    ]).toEqual([null, null, null, null]);
    expect(
      logSearchOf(term, { key: '2026-01-05', from: '2026-01-05', to: '2026-01-11' }, read({}, term), days),
    ).toEqual({ period: 'custom', from: '2026-01-05', to: '2026-01-11' });
  });
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

test('a line chart draws an unfinished period as a separate dashed segment, and its table marks the period', () => {
  const shape: ChartShape = {
    kind: 'line',
    title: 'x',
    axis: 'day',
    categories: ['1', '2', '3'],
    format: 'count',
    unfinished: true,
    series: [
      { name: 'CV', values: [4, 5, 1] },
      { name: 'before', values: [1, 2, 3], faint: true },
    ],
  };
  expect(linesOf(shape).map(({ series, tail, values }) => [series, tail, values])).toEqual([
    [0, false, [4, 5, null]],
    [1, false, [1, 2, 3]],
    [0, true, [null, 5, 1]],
  ]);
  expect(
    tableOf(shape).rows.map(({ unfinished, cells }) => [
      unfinished ?? false,
      cells.map(({ value }) => value),
    ]),
  ).toEqual([
    [false, [4, 1]],
    [false, [5, 2]],
    [true, [1, 3]],
  ]);
  for (const finished of [
    { ...shape, unfinished: false },
    { ...shape, categories: ['1'], series: [{ name: 'CV', values: [4] }] },
  ])
    expect(linesOf(finished).map(({ values }) => values)).toEqual(
      finished.series.map(({ values }) => values),
    );
  const today = '2026-11-22';
  expect(
    (['month', 'week', 'day'] as const).map(step =>
      ['2026-11-01', '2026-11-15', '2026-11-16', '2026-11-21', today, '2026-11-23'].filter(key =>
        goesOn(key, step, today),
      ),
    ),
  ).toEqual([
    ['2026-11-01', '2026-11-15', '2026-11-16', '2026-11-21', today, '2026-11-23'],
    ['2026-11-16', '2026-11-21', today],
    [today],
  ]);
});

describe('the flow chart of contacts', () => {
  const link = (step: number, from: string, to: string, cv: number) => ({
    step,
    from,
    to,
    cv,
    amount_sum: 0,
  });
  const report = {
    nodes: [
      { key: '1', label: '日傘' },
      { key: 'others', label: '' },
      { key: 'none', label: '' },
    ],
    links: [
      link(1, '1', '1', 3),
      link(2, '1', 'conversion', 3),
      link(1, 'others', 'conversion', 5),
      link(1, 'none', '1', 0),
    ],
    totals: { cv: 100 },
  };
  const flow = flowOf(report, say);
  test('leaves out links below a share of all conversions, and the nodes that only they join', () => {
    expect(flowOf(report, say, 3).links.length).toBe(3);
    expect(flowOf(report, say, 5).nodes.map(({ id }) => id)).toEqual(['1:others', 'conversion']);
    expect(flowOf(report, say, 6)).toMatchObject({ nodes: [], links: [] });
  });
  test('a click on a node fades what is on no path through it', () => {
    const fadedFor = (isolated: string | null) => {
      const { series } = flowOption(flow, {
        look: { series: ['#111'], text: '#222', quiet: '#333', ground: '#fff', font: '' } as never,
        still: true,
        narrow: false,
        width: 800,
        formatValue: String,
        description: '',
        isolated,
      }) as unknown as {
        readonly series: readonly [
          {
            readonly data: readonly {
              readonly name: string;
              readonly itemStyle: { readonly opacity: number };
            }[];
            readonly links: readonly {
              readonly source: string;
              readonly lineStyle: { readonly opacity: number };
            }[];
          },
        ];
      };
      const [{ data, links }] = series;
      return [
        data.flatMap(({ name, itemStyle }) => (itemStyle.opacity < 1 ? [name] : [])),
        links.flatMap(({ source, lineStyle }) => (lineStyle.opacity < 0.3 ? [source] : [])),
      ];
    };
    expect(fadedFor('2:1')).toEqual([['1:others'], ['1:others']]);
    expect(fadedFor('1:others')).toEqual([
      ['1:1', '2:1'],
      ['1:1', '2:1'],
    ]);
    for (const id of ['conversion', null, 'unknown']) expect(fadedFor(id)).toEqual([[], []]);
  });
  test('has a node for each step and row, and one conversion node after all', () => {
    expect(flow.nodes.map(({ id, name, step, faint }) => [id, name, step, faint ?? false])).toEqual([
      ['1:1', '日傘', 1, false],
      ['2:1', '日傘', 2, false],
      ['conversion', 'CV', 3, false],
      ['1:others', 'その他', 1, true],
    ]);
    expect(flow.links.map(({ from, to, value }) => `${from} ${to} ${value}`)).toEqual([
      '1:1 2:1 3',
      '2:1 conversion 3',
      '1:others conversion 5',
    ]);
  });
  test('has a table with a row for each link, the widest first', () =>
    expect(tableOf(flow).rows.map(({ cells }) => cells.map(({ text, value }) => text ?? value))).toEqual([
      ['その他', 'CV', 5],
      ['日傘', '日傘', 3],
      ['日傘', 'CV', 3],
    ]));
  test('has links to later steps only', () => {
    const at = new Map(flow.nodes.map(({ id, step }) => [id, step]));
    expect(flow.links.every(({ from, to }) => (at.get(from) ?? 0) < (at.get(to) ?? 0))).toBe(true);
  });
});

test('a saved chart image has a heading with escaped texts, and a file name that every system accepts', () => {
  expect(fileName({ title: 'CV・分配CV / 上位: 8*件?' }, 'png')).toBe('CV・分配CV 上位 8 件.png');
  const svg = withHeading(
    '<svg/>',
    { width: 100, height: 50 },
    { title: 'a<b', note: '"x" · 終わりまで', dashes: '集計中' },
    { ground: '#fff', ink: '#000', quiet: '#555', font: '"Noto Sans", serif' },
    text => text.length * 20,
  );
  expect(svg).toContain('a&#60;b');
  expect(svg).toContain('font-family="\'Noto Sans\', serif"');
  expect(/^<svg[^>]* width="140" height="\d+"/.test(svg)).toBe(true);
  expect([...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, line]) => line)).toEqual([
    'a&#60;b',
    '&#34;x&#34; ·',
    '終わりまで',
    '',
  ]);
  expect(svg).toContain('---</tspan> 集計中');
});

test('the heading of a saved chart image is wrapped to its width without losing a character', () => {
  const text = fc
    .array(fc.constantFrom('a', 'é', ' ', '広', '告', '・', '2026/11'), { maxLength: 30 })
    .map(parts => parts.join('').trim());
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (label, width) => {
      const lines = breakLines(label, width, part => part.length);
      expect(lines.join('').replaceAll(' ', '')).toBe(label.replaceAll(' ', ''));
      // A word longer than the width is not broken.
      expect(lines.every(line => line.length <= width || !/[\s広告・](?=.)/.test(line))).toBe(true);
    }),
  );
});

test('the label of a bar has three lines at most, keeps its end, and does not split a word', () => {
  expect(labelLines('検索広告「夏のセール」 #3', 104, 3)).toEqual(['検索広告「夏のセ', 'ール」 #3']);
  const name = fc
    .array(fc.constantFrom('a', 'é', ' ', '広', '告', '・', ' #3', ' Summer', '2026/11'), { maxLength: 40 })
    .map(parts => parts.join('').trim());
  fc.assert(
    fc.property(name, label => {
      const lines = labelLines(label, 104, 3);
      expect(lines.reduce((sum, line) => sum + Math.ceil(widthOf(line) / 104), 0)).toBeLessThanOrEqual(3);
      const ends = label.replaceAll(' ', '');
      expect(lines.join('').replaceAll(' ', '').endsWith(ends.slice(-3))).toBe(true);
      expect(lines.slice(1).some(line => line.startsWith('3'))).toBe(false);
    }),
  );
});

test('a saved report has one text for any order of its parameters, without the product', () => {
  const raw = fc.dictionary(
    fc.constantFrom(
      'axis',
      'by',
      'f',
      'view',
      'hide',
      'if_term',
      'measure',
      'product_id',
      'saved',
      'drilldown',
    ),
    fc.constantFrom('1', 'é&=+', '-', 'name__contains:日傘,b'),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(raw, fc.infiniteStream(fc.double({ noNaN: true })), (search, chance) => {
      const look = lookOf(search);
      const others = Object.entries(search)
        .map(([name, value]) => ({ name, value, at: chance.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ name, value }) => [name, value]);
      expect(lookOf(Object.fromEntries(others))).toBe(look);
      const { product_id: _, saved: __, drilldown: ___, ...expected } = search;
      expect(parseSearch(look)).toEqual(expected);
    }),
  );
});

describe('the parts of a printed table', () => {
  const column = fc
    .record({
      field: fc.string(),
      format: fc.constantFrom('count' as const, 'yen' as const, 'text' as const, 'time' as const),
      label: fc.constant(''),
      size: fc.option(fc.integer({ min: 56, max: 800 }), { nil: undefined }),
    })
    .map(
      ({ size, ...rest }) =>
        ({ ...rest, ...(size !== undefined && { size }) }) as GridColumn<Readonly<Record<string, unknown>>>,
    );
  test('contain every column once in order, and each begins with the column of names', () => {
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 40 }), columns => {
        const bands = bandsOf(columns);
        expect(bands.every(([first]) => first === columns[0])).toBe(true);
        expect(bands.flatMap(([, ...others]) => others)).toEqual(columns.slice(1));
        expect(bands.length === 1 || bands.every(band => band.length > 1)).toBe(true);
      }),
    );
  });
  test('are one if the columns fit, else of about equal size', () => {
    const columns = (count: number) =>
      Array.from({ length: count }, (_, index): GridColumn<Readonly<Record<string, unknown>>> => ({
        field: `m${index}`,
        format: index === 0 ? 'text' : 'count',
        label: '',
      }));
    expect([columns(12), columns(35)].map(all => bandsOf(all).map(band => band.length))).toEqual([
      [12],
      [12, 13, 12],
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

describe('a report delivery', () => {
  const reportQueryOf = (
    raw: Readonly<Record<string, string>>,
    analysis: Parameters<typeof queryOf>[0] & {
      readonly name: string;
      readonly path: string;
    } = attribution,
  ) =>
    mailOf(
      { name: analysis.name, search: readAnalysisSearch(term)(raw) },
      {
        path: analysis.path,
        parameters: {
          ...queryOf(analysis, readAnalysisSearch(attribution)(raw), 7, {
            from: '2026-05-12',
            to: '2026-06-10',
          }),
        },
        columns: ['label', 'cv', 'cv_compared'],
      },
      { path: '/analyze/attribution', search: raw },
    );
  test('has the query and the address of the screen without the product', () => {
    expect(
      reportQueryOf({
        axis: 'network',
        by: 'device',
        model: '5',
        compare: 'previous_period',
        f: 'device__exact=mobile',
        period: '90',
        product_id: '7',
      }),
    ).toEqual({
      modal: 'add',
      analyze_page: 'attribution',
      query:
        'axis=0&axes=asp,device&model=5&compare=previous_period&where=device%3Dmobile&columns=label,cv,cv_compared',
      address:
        '/analyze/attribution?axis=network&by=device&compare=previous_period&f=device__exact%3Dmobile&model=5',
    });
    expect(reportQueryOf({ model: '7' })).toMatchObject({
      query: 'axis=1&model=7&columns=label,cv,cv_compared',
      address: '/analyze/attribution?model=7',
    });
  });
  test('has no fixed days, and compares with the previous period', () =>
    expect(
      reportQueryOf({
        period: 'custom',
        from: '2026-01-01',
        to: '2026-01-31',
        compare: 'custom',
        compare_from: '2025-01-01',
        compare_to: '2025-01-31',
      }),
    ).toMatchObject({
      query: 'axis=1&compare=previous_period&columns=label,cv,cv_compared',
      address: '/analyze/attribution?compare=previous_period',
    }));
  test('keeps a display period of whole years', () => {
    const of = (raw: Readonly<Record<string, string>>) =>
      mailOf(
        { name: 'term', search: readAnalysisSearch(term)(raw) },
        {
          path: term.path,
          parameters: { product_id: 7, from: '2026-01-01', to: '2026-06-10', step: 'month' },
          columns: ['label'],
        },
        { path: '/analyze/term', search: raw },
      );
    expect([
      of({}),
      of({ display: '2' }),
      of({ display: 'custom', from: '2026-01-01', to: '2026-01-31' }),
    ]).toMatchObject([
      { query: 'step=month&display_period=1&columns=label', address: '/analyze/term?display=1' },
      { query: 'step=month&display_period=2&columns=label', address: '/analyze/term?display=2' },
      { query: 'step=month&columns=label', address: '/analyze/term?display=custom' },
    ]);
  });
  test('of the month transition keeps its display period and its view', () => {
    const of = (raw: Readonly<Record<string, string>>) =>
      mailOf(
        { name: 'term', search: readAnalysisSearch(term)(raw) },
        {
          path: transitions.path,
          parameters: { product_id: 7, from: '2026-01-01', to: '2026-06-10', where: 'ad_category_id=3' },
          columns: ['label', 'cv_0'],
        },
        { path: '/analyze/term', search: raw },
      );
    expect(of({ cell: 'visitors', display: '2' })).toEqual({
      modal: 'add',
      analyze_page: 'transitions',
      query: 'where=ad_category_id%3D3&display_period=2&columns=label,cv_0',
      address: '/analyze/term?cell=visitors&display=2&view=transitions',
    });
    expect(of({ display: 'custom', from: '2026-01-01', to: '2026-01-31' })).toMatchObject({
      query: 'where=ad_category_id%3D3&columns=label,cv_0',
      address: '/analyze/term?display=custom&view=transitions',
    });
  });
  test('is named after its page, and is not offered for pages without a report', () => {
    expect(reportQueryOf({}, { ...attribution, name: 'item_2' })?.['analyze_page']).toBe('item_2');
    expect(reportQueryOf({}, { ...attribution, path: 'analyses/cv_info' })).toBeNull();
  });
});

test('a custom analysis stacks no metric that another one of the stack contains', () => {
  const drawn = (chart: string, names: readonly string[]) =>
    customAnalysis('item_2', { metrics: [...names], axes: ['ad_category'], hidden: [], chart } as never).chart
      .items;
  const chosen = ['cv', 'indirect_cv', 'indirect_first', 'indirect_ratio', 'cv_division', 'cv_total_middle'];
  expect([drawn('stacked', chosen), drawn('bars', chosen), drawn('none', chosen)]).toEqual([
    [['cv', 'indirect_cv', 'cv_total_middle'], ['indirect_ratio']],
    [['cv', 'indirect_cv', 'indirect_first'], ['indirect_ratio'], ['cv_division', 'cv_total_middle']],
    [],
  ]);
});

test('a custom analysis draws metrics of different magnitudes in separate charts', () => {
  const drawn = (chart: string, names: readonly string[]) =>
    customAnalysis('item_1', { metrics: [...names], axes: ['asp'], hidden: [], chart } as never).chart.items;
  expect(
    drawn('bars', [
      'clicks',
      'cv',
      'cv_division',
      'ad_cost',
      'cpa',
      'roas',
      'cvr',
      'impressions',
      'attr_avg',
    ]),
  ).toEqual([
    ['clicks', 'impressions'],
    ['cv', 'cv_division'],
    ['ad_cost'],
    ['cpa'],
    ['roas'],
    ['cvr'],
    ['attr_avg'],
  ]);
  expect(drawn('stacked', ['cpa', 'amount_avg', 'amount_sum', 'ad_cost'])).toEqual([
    ['cpa'],
    ['amount_avg'],
    ['amount_sum', 'ad_cost'],
  ]);
});

test('a long name beside bars is shortened in the middle, since names of ads often begin alike', () => {
  const beside = (narrow: boolean) => {
    const option = optionOf(
      { kind: 'bars', title: '', axis: '', categories: [], series: [], format: 'count' },
      {
        look: { text: '', quiet: '', line: '', ground: '', series: [], font: '' },
        formatValue: () => '',
        brief: String,
        noteText: text => text,
        patterns: false,
        still: true,
        description: '',
        narrow,
        width: 300,
        continuationText: name => name,
      },
    );
    return (option['yAxis'] as { readonly axisLabel: { readonly formatter: (name: string) => string } })
      .axisLabel.formatter;
  };
  const [one, other] = [
    '検索 部分一致｜エイジングケア お試しセットLP #1',
    '検索 部分一致｜エイジングケア お試しセットLP #2',
  ].map(beside(false)) as [string, string];
  expect([
    one.startsWith('検索 部分'),
    one.endsWith('セットLP #1'),
    other.endsWith('セットLP #2'),
    one.includes('…'),
  ]).toEqual([true, true, true, true]);
  expect(beside(true)('検索 部分一致｜エイジングケア お試しセットLP #1')).toBe(
    '検索 部分一致｜エ\nイジングケア お試\nしセットLP #1',
  );
  expect(['CV', '接触なし'].map(beside(false))).toEqual(['CV', '接触なし']);
});

test("a chart's legend has as many rows as the names of its series need, wide characters counted as wider", () =>
  expect([
    legendRows([], 300),
    legendRows(['CV', '分配CV'], 300),
    legendRows(
      ['線形', '減衰', '接点ベース（両端重視）', '初回接触', '最終接触', 'マルコフ', 'シャープレイ値'],
      300,
    ),
    legendRows(['a'.repeat(99), 'b'], 300),
  ]).toEqual([1, 1, 3, 2]));

describe('the heat of a cell', () => {
  test('is 0 without a value, highest for the largest value, and grows with the value', () => {
    expect([heatOf(0, 9), heatOf(null, 9), heatOf(9, 9), heatOf(3, 0)]).toEqual([0, 0, MAX_TINT_PERCENT, 0]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (a, b) => {
        expect(heatOf(Math.min(a, b), 1e6)).toBeLessThanOrEqual(heatOf(Math.max(a, b), 1e6));
      }),
    );
  });
  test('splits a printed table into column ranges of similar width', () =>
    expect([
      stretchesOf(0),
      stretchesOf(5),
      stretchesOf(13),
      stretchesOf(14),
      stretchesOf(25),
      stretchesOf(27),
    ]).toEqual([
      [[0, 0]],
      [[0, 5]],
      [[0, 13]],
      [
        [0, 7],
        [7, 14],
      ],
      [
        [0, 13],
        [13, 25],
      ],
      [
        [0, 9],
        [9, 18],
        [18, 27],
      ],
    ]));
  test('leaves the figures readable in every theme and skin', () => {
    const css = readFileSync(resolve(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8').replace(
      /\/\*[^]*?\*\//g,
      '',
    );
    const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      selector,
      tokens: Object.fromEntries(
        [...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }));
    for (const theme of ['light', 'dark']) {
      const base = blocks.find(({ selector }) => selector.includes(`[data-theme='${theme}']`))?.tokens ?? {};
      const skins = blocks
        .filter(
          ({ selector }) =>
            selector.includes(`[data-theme='${theme}']`) &&
            selector.includes('data-skin') &&
            !selector.includes('.menu-background'),
        )
        .map(({ tokens }) => ({ ...base, ...tokens }));
      for (const tokens of [base, ...skins]) {
        const [surface, hot, ink] = ['--surface', '--chart-2', '--ink'].map(name => rgb(tokens[name] ?? ''));
        const ground = surface!.map(
          (part, index) => part * (1 - MAX_TINT_PERCENT / 100) + hot![index]! * (MAX_TINT_PERCENT / 100),
        );
        const [light, dark] = [luminance(ground), luminance(ink!)].sort((a, b) => b - a);
        expect((light! + 0.05) / (dark! + 0.05), theme).toBeGreaterThan(4.5);
      }
    }
  });
});
const rgb = (hex: string): number[] => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
const luminance = (parts: readonly number[]): number =>
  parts.reduce((sum, part, index) => {
    const c = part / 255;
    return sum + [0.2126, 0.7152, 0.0722][index]! * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  }, 0);
