import { expect, test } from 'vitest';
import { isOverTime } from '../../../src/analyses/analysis.ts';
import { ANALYSIS_PAGES } from '../../../src/analyses/pages.ts';
import { isUnsupportedAnalysis, reportOf } from '../../../src/screens/boards/board-views.ts';

const shown = (screen: string, address = '') => reportOf({ screen, address })?.page.to ?? null;

test('a board shows views of declared and custom reports, and of no other screen', () => {
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
  const expected = ANALYSIS_PAGES.map(({ to }) => to).filter(
    to => !['/analyze/cv', '/analyze/allocation', '/analyze/lpo'].includes(to),
  );
  expect(analyses.map(name => shown(`analysis_${name}`)).filter(to => to !== null)).toEqual(expected);
  for (const screen of ['ads', 'log_cvs', 'analysis_', 'analysis_other', 'term'])
    expect(shown(screen)).toBeNull();
});

test('a board shows the report of a view, not its other panels', () => {
  expect(shown('analysis_attribution', 'view=report')).toBe('/analyze/attribution');
  for (const view of ['models', 'paths', 'what_if'])
    expect(shown('analysis_attribution', `view=${view}`)).toBeNull();
});

test('views of analyses that a board cannot show are distinguished from views of lists', () => {
  const is = (screen: string, address = '') => isUnsupportedAnalysis({ screen, address });
  expect([
    is('analysis_allocation'),
    is('analysis_lpo'),
    is('analysis_attribution', 'view=models'),
    is('analysis_attribution'),
    is('analysis_item_1'),
    is('analysis_other'),
    is('ads'),
    is('log_cv'),
  ]).toEqual([true, true, true, false, false, false, false, false]);
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
