import { describe, expect, test } from 'vitest';
import { analysis as attribution } from '../../src/analyses/attribution.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { transitions } from '../../src/analyses/transitions.ts';
import { queryOf } from '../../src/screens/analysis/search/query.ts';
import { mailOf } from '../../src/screens/analysis/tools/mail.ts';
import { readAnalysisSearch } from '../../src/screens/analysis/search/read-search.ts';

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
