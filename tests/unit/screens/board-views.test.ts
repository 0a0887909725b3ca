import { expect, test } from 'vitest';
import { OWN } from '../../../server/boards/declared-reports.ts';
import { FIGURES } from '../../../server/boards/model-comparison.ts';
import { METRICS } from '../../../server/boards/paths.ts';
import { analysis as attribution } from '../../../src/analyses/attribution.ts';
import { isOverTime } from '../../../src/analyses/analysis.ts';
import { ANALYSIS_PAGES } from '../../../src/analyses/pages.ts';
import { fitMetric, loadMetrics } from '../../../src/screens/boards/board-metrics.ts';
import { reportOf } from '../../../src/screens/boards/board-views.ts';

const shown = (screen: string, address = '') => reportOf({ screen, address })?.page.to ?? null;

test('a board shows views of every analysis but CV information, which is a log, and of no other screen', () => {
  const analyses = [
    'adStatistics',
    'term',
    'attribution',
    'cv',
    'effect',
    'allocation',
    'lpo',
    'item_1',
    'item_2',
    'item_3',
  ];
  const expected = ANALYSIS_PAGES.map(({ to }) => to).filter(to => to !== '/analyze/cv');
  expect(analyses.map(name => shown(`analysis_${name}`)).filter(to => to !== null)).toEqual(expected);
  for (const screen of ['ads', 'log_cvs', 'log_cv_info', 'analysis_', 'analysis_other', 'term'])
    expect(shown(screen)).toBeNull();
});

test('a board shows the report of a view, or the view in its place that the server composes', () => {
  const isComposed = (screen: string, view: string) =>
    reportOf({ screen: `analysis_${screen}`, address: `view=${view}` })?.isComposed;
  expect(attribution.views.map(view => [view, isComposed('attribution', view)])).toEqual([
    ['report', false],
    ['models', true],
    ['paths', true],
    ['what_if', true],
  ]);
  // A report without views ignores the word, as its screen does.
  expect(isComposed('effect', 'models')).toBe(false);
  expect(['allocation', 'lpo'].map(screen => isComposed(screen, 'models'))).toEqual([true, true]);
});

test('the product and an open drill-down of an address are no part of the report', () => {
  const { search } = reportOf({
    screen: 'analysis_term',
    address: 'product_id=9&drilldown=total&saved=4&period=30&f=ad__exact%3D1',
  })!;
  expect(search).toEqual({ period: '30', f: 'ad__exact=1' });
});

test('a board knows which charts are over time before their declarations are loaded', async () => {
  for (const page of ANALYSIS_PAGES) {
    if (!('load' in page)) continue;
    const { analysis } = await page.load();
    const report = reportOf({ screen: `analysis_${analysis.name}`, address: '' });
    expect([analysis.name, report?.isOverTime]).toEqual([analysis.name, isOverTime(analysis)]);
  }
});

test('a figure can be chosen among the metrics of its report, and of no other', async () => {
  const metricsOf = (name: string, address = '') =>
    loadMetrics(reportOf({ screen: `analysis_${name}`, address })!, null);
  expect(await metricsOf('attribution')).toEqual(attribution.columns.map(({ metric }) => metric));
  expect(await metricsOf('attribution', 'view=models')).toEqual(FIGURES);
  expect(await metricsOf('attribution', 'view=paths')).toEqual(METRICS);
  expect(await metricsOf('attribution', 'view=what_if')).toEqual(OWN.what_if.metrics);
  expect(await metricsOf('allocation')).toEqual(OWN.allocation.metrics);
  expect(await metricsOf('lpo')).toEqual(OWN.lpo.metrics);
  expect(await metricsOf('item_1')).toEqual([]);
  expect(['roas', 'cpa', 'cv'].map(wanted => fitMetric(['roas', 'cv'], wanted))).toEqual([
    'roas',
    'cv',
    'cv',
  ]);
  expect([fitMetric(['roas'], 'cv'), fitMetric([], 'cv')]).toEqual(['roas', null]);
});
