import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Framed } from '../../src/analyses/analysis.ts';
import { analysis as adStatistics } from '../../src/analyses/ad-statistics.ts';
import { analysis as effect } from '../../src/analyses/effect.ts';
import { allocation } from '../../src/analyses/allocation.ts';
import { analysis as attribution } from '../../src/analyses/attribution.ts';
import { lpo } from '../../src/analyses/lpo.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { ITEM_COLUMNS } from '../../server/reports/analyses/allocation/items.ts';
import { parseSearch } from '../../src/console/address.ts';
import { referenceLog } from '../../src/resources/reference-log.ts';
import { appliedConditions } from '../../src/resources/filter.ts';
import { readAnalysisSearch } from '../../src/screens/analysis/search/read-search.ts';
import { writeAnalysisSearch } from '../../src/screens/analysis/search/write-search.ts';
import { lookOf } from '../../src/screens/analysis/tools/use-savable-report.ts';
import { readDashboardSearch } from '../../src/screens/dashboard/search.ts';
import { readLogSearch, writeLogSearch } from '../../src/screens/log/search.ts';

/** The defined fields of a record, as an address carries them. */
const present = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Readonly<
    Record<string, string>
  >;
const analyses = [adStatistics, attribution, term, effect];

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
  test('has the days of its address, or whole months up to today over time', () =>
    expect([
      readAnalysisSearch(term)({ from: '2026-01-01', to: '2026-01-31' }).display,
      readAnalysisSearch(term)({}).display,
    ]).toEqual(['custom', '1']));
  test('names the metrics of the chart by number too, and may show every column', () =>
    expect(read({ item: '2', hide: '-' })).toMatchObject({ item: 'amount_division', hide: [] }));
  test('of an analysis without a control does not set it', () =>
    expect(
      readAnalysisSearch(lpo as Framed)({
        compare: 'previous_year',
        approval: 'unapproved',
        evaluation: '2',
      }),
    ).toMatchObject({ compare: null, approval: 'approved', evaluation: '0' }));
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
  // Among the changes of an address, so that the filter of a link can be removed.
  expect(Object.keys(writeLogSearch(search, shape))).toContain('ad');
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
