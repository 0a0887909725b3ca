import { expect, test } from 'vitest';
import { allocation } from '../../src/analyses/allocation.ts';
import type { Framed, OwnAnalysis } from '../../src/analyses/analysis.ts';
import { analysis as attribution } from '../../src/analyses/attribution.ts';
import { lpo } from '../../src/analyses/lpo.ts';
import { modelComparison } from '../../src/analyses/model-comparison.ts';
import { paths } from '../../src/analyses/paths.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { transitions } from '../../src/analyses/transitions.ts';
import { whatIf } from '../../src/analyses/what-if.ts';
import { queryOf } from '../../src/screens/analysis/search/query.ts';
import { readAnalysisSearch } from '../../src/screens/analysis/search/read-search.ts';

const DAYS = { from: '2026-03-01', to: '2026-03-31' };

/** An address with a value for every parameter, most of which an analysis has no use for. */
const RAW = {
  axis: 'network',
  by: 'device',
  model: '3',
  compare: 'previous_year',
  approval: 'unapproved',
  evaluation: '2',
  step: 'week',
  f: 'ad_id=5&device=mobile',
};

/** The parameters that an analysis sends for an address, on its own screen or that of another one. */
const sentBy = <Answer, Parameters extends object, Own>(
  analysis: OwnAnalysis<Answer, Parameters, Own>,
  raw: Readonly<Record<string, string>>,
  host: Framed = analysis,
): object => {
  const framed: Framed = { ...analysis, name: host.name, columns: host.columns, views: host.views };
  const search = readAnalysisSearch(framed)({ ...RAW, ...raw });
  return analysis.parametersOf(queryOf(framed, search, 7, DAYS), analysis.readOwn({ ...RAW, ...raw }));
};
const SENT = { product_id: 7, ...DAYS, where: 'ad_id=5' };

test('a view of a report sends one axis over ads, the filters of ads, and what it has of its own', () => {
  expect([
    sentBy(modelComparison, { models: 'all', measure: 'amount_division' }, attribution),
    sentBy(paths, {}, attribution),
    sentBy(paths, { fold: '0', limit: '50', length_from: '2', min_share: '5' }, attribution),
    sentBy(whatIf, {}, attribution),
    sentBy(
      whatIf,
      { if_model: '6', if_term: '14', if_repeat: '0', if_decay: '101', if_approval: 'unapproved' },
      attribution,
    ),
  ]).toEqual([
    { ...SENT, axis: 6 },
    { ...SENT, axis: 6, fold: true, length_from: 1, limit: 20, nodes: 10 },
    { ...SENT, axis: 6, fold: false, length_from: 2, limit: 50, nodes: 10 },
    { ...SENT, axis: 6 },
    { ...SENT, axis: 6, model: 6, term: 14, repeat: 0, approval: 'unapproved' },
  ]);
});

test('the months below the development over time have its days, but no step, comparison or approval', () => {
  const read = readAnalysisSearch({ ...transitions, name: term.name, columns: term.columns });
  expect(sentBy(transitions, { cell: 'visitors' }, term)).toEqual(SENT);
  expect([read({}).display, read({ display: '2' }).display, read({ from: '2026-01-01' }).display]).toEqual([
    '1',
    '2',
    'custom',
  ]);
});

test('a screen of its own sends its model and filters of ads', () => {
  expect([
    sentBy(lpo, {}),
    sentBy(lpo, { model: '6' }),
    sentBy(allocation, { mode: '2', pool: '1000000', adjust: '7:1:10,8:2:-500,x' }),
    sentBy(allocation, { mode: '9', pool: '-1', adjust: '' }),
  ]).toEqual([
    { ...SENT, model: 3 },
    SENT,
    { ...SENT, model: 3, mode: 2, pool: 1_000_000, adjust: '7:1:10,8:2:-500' },
    { ...SENT, model: 3 },
  ]);
});
