import { expect, it } from 'vitest';
import { analysis as adStatistics } from '../../../src/analyses/ad-statistics.ts';
import type { Framed } from '../../../src/analyses/analysis.ts';
import { allocation } from '../../../src/analyses/allocation.ts';
import { lpo } from '../../../src/analyses/lpo.ts';
import { analysis as term } from '../../../src/analyses/term.ts';
import { transitions } from '../../../src/analyses/transitions.ts';
import { readAnalysisSearch } from '../../../src/screens/analysis/search/read-search.ts';
import { kindFact } from '../../../src/screens/analysis/search/use-facts.ts';

it.each<[string, Framed, object | null]>([
  ['the axis of its rows', adStatistics, { name: 'analysis.axis', text: 'axis.ad' }],
  ['the step of its rows over time', term, { name: 'analysis.step', text: 'step.month' }],
  ['no axis where rows are landing pages', lpo, null],
  ['no axis where rows are always ads', allocation, null],
  ['no step where rows are always months', transitions, null],
])('the printed conditions of an analysis state %s', (_name, analysis, fact) => {
  expect(kindFact(analysis, readAnalysisSearch(analysis)({}), id => id)).toEqual(fact);
});
