import { describe, expect, test } from 'vitest';
import { ALL_MODELS, summaryOf, type Framed } from '../../src/analyses/analysis.ts';
import { analysis as adStatistics } from '../../src/analyses/ad-statistics.ts';
import { analysis as effect } from '../../src/analyses/effect.ts';
import { analysis as attribution } from '../../src/analyses/attribution.ts';
import { ALL_AXES } from '../../src/analyses/axes.ts';
import { columnSetsOf } from '../../src/analyses/column-sets.ts';
import { dashboard } from '../../src/analyses/dashboard.ts';
import { metrics } from '../../src/analyses/metrics.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { referenceLog } from '../../src/resources/reference-log.ts';
import en from '../../src/messages/en.json' with { type: 'json' };
import ja from '../../src/messages/ja.json' with { type: 'json' };
import zh from '../../src/messages/zh-CN.json' with { type: 'json' };

const analyses = [adStatistics, attribution, term, effect];

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
