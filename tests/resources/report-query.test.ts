import { describe, expect, test } from 'vitest';
import { isOverTime, MODELS } from '../../src/analyses/analysis.ts';
import { analysis as attribution } from '../../src/analyses/attribution.ts';
import { requestedAxes } from '../../src/analyses/axes.ts';
import { metrics, type MetricKey } from '../../src/analyses/metrics.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import type { Days } from '../../src/components/days.ts';
import {
  listedFor,
  sumOfParts,
  unlistedReasonOf,
} from '../../src/screens/analysis/drilldown/listed-figure.ts';
import { logSearchOf } from '../../src/screens/analysis/drilldown/log-search.ts';
import {
  figureParameters,
  nameWithin,
} from '../../src/screens/analysis/drilldown/use-figure-conversions.tsx';
import {
  daysOfSearch,
  daysCompared,
  fileColumns,
  monthsBefore,
  queryOf,
  yearBefore,
} from '../../src/screens/analysis/search/query.ts';
import { readAnalysisSearch } from '../../src/screens/analysis/search/read-search.ts';
import type { AnalysisSearch } from '../../src/screens/analysis/search/search.ts';
import ja from '../../src/messages/ja.json' with { type: 'json' };

const say = (id: string) => (ja as Readonly<Record<string, string>>)[id] ?? `?${id}`;

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
      fileColumns(attribution, read({ evaluation: '3' }), shown),
      fileColumns(term, read({}, term), shown),
      fileColumns(term, read({ compare: 'previous_year' }, term), shown),
    ]).toEqual([
      ['label', 'visitor', 'cv', 'clicks'],
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
  test('of a drill-down sums shares beyond the integers of a double', () =>
    expect(sumOfParts([{ share_parts: '9007199254740993' }, { share_parts: '1' }])).toBe(9007199254740994n));
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
      to('12', { evaluation: '2' }),
      to('12', { f: 'os=iOS' }),
      to('12', { f: 'device=mobile&os=iOS' }),
      to('12', { f: 'ad_id=12&ad_id__in=12,13' }),
      to('12/no_contact', { by: 'device' }),
    ]).toEqual([null, null, null, null, null, null, null, null]);
    // The report does not apply it either.
    expect(to('12', { f: 'gone=1' })).toMatchObject({ ad: '12' });
    expect(
      logSearchOf(term, { key: '2026-01-05', from: '2026-01-05', to: '2026-01-11' }, read({}, term), days),
    ).toEqual({ period: 'custom', from: '2026-01-05', to: '2026-01-11' });
  });
});
