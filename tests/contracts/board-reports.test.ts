import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boardReports } from '../../scripts/board-reports.ts';
import { savedOwnReport } from '../../server/boards/own-report.ts';
import { savedReport } from '../../server/boards/saved-report.ts';
import { analysis as adStatistics } from '../../src/analyses/ad-statistics.ts';
import { allocation } from '../../src/analyses/allocation.ts';
import type { Analysis } from '../../src/analyses/analysis.ts';
import { analysis as attribution } from '../../src/analyses/attribution.ts';
import { ALL_AXES, AXES } from '../../src/analyses/axes.ts';
import { customAnalysis, innerAxis } from '../../src/analyses/custom.ts';
import { analysis as effect } from '../../src/analyses/effect.ts';
import { lpo } from '../../src/analyses/lpo.ts';
import { metrics } from '../../src/analyses/metrics.ts';
import { modelComparison } from '../../src/analyses/model-comparison.ts';
import { paths } from '../../src/analyses/paths.ts';
import { analysis as term } from '../../src/analyses/term.ts';
import { whatIf } from '../../src/analyses/what-if.ts';
import { PERIODS, today } from '../../src/components/days.ts';
import { parseSearch, type RawSearch } from '../../src/console/address.ts';
import { daysOfSearch, queryOf } from '../../src/screens/analysis/search/query.ts';
import { readAnalysisSearch } from '../../src/screens/analysis/search/read-search.ts';
import { reportOf } from '../../src/screens/boards/board-views.ts';

it('the reports of boards are those of the console (else: npm run contract)', () => {
  expect(readFileSync('server/boards/reports.json', 'utf8')).toBe(boardReports());
});

/** What the console asks and shows of a saved view. */
const shownByConsole = (
  analysis: Analysis,
  raw: RawSearch,
  { now, weekStart, hidden }: { now: number; weekStart: 0 | 1; hidden: readonly string[] },
) => {
  const search = readAnalysisSearch(analysis)(raw);
  const byDefault =
    hidden.length > 0
      ? hidden
      : analysis.columns.filter(one => one.hidden === true).map(({ metric }) => metric);
  const left = search.hide ?? byDefault;
  return {
    query: queryOf(analysis, search, 7, daysOfSearch(search, today(now), weekStart)),
    columns: analysis.columns.map(({ metric }) => metric).filter(metric => !left.includes(metric)),
    charted: analysis.chart.items.find(([first]) => first === search.item) ?? [],
    sort: search.sort,
  };
};

const metric = fc.constantFrom(...Object.keys(metrics));
const day = fc.constantFrom('2026-02-28', '2024-02-29', '2026-01-01', '2025-12-31', 'x', '2026-02-30');
const axis = fc.constantFrom(...ALL_AXES, '1', '2', '6', '0', 'luck');
const parameters = {
  period: fc.constantFrom(...PERIODS, '5'),
  from: day,
  to: day,
  axis,
  by: axis,
  model: fc.constantFrom('1', '5', '6', '7', '8', ''),
  compare: fc.constantFrom('previous_period', 'previous_year', 'custom', 'x'),
  compare_from: day,
  compare_to: day,
  f: fc.constantFrom('ad_id=3', 'ad_name__contains=É 日本', 'device=mobile', 'ad_id__in=1,2&asp_id__ne=4'),
  approval: fc.constantFrom('approved', 'unapproved'),
  evaluation: fc.constantFrom('0', '1', '2', '3', '4'),
  display: fc.constantFrom('1', '2', 'custom', '3'),
  step: fc.constantFrom('month', 'week', 'day', 'year'),
  item: fc.oneof(metric, fc.constantFrom('1', '2', '99')),
  sort: fc.constantFrom('none', 'label', '-cv', 'cpa', '-luck', '--cv'),
  hide: fc.oneof(
    fc.constantFrom('-', 'luck', 'trend'),
    fc.array(metric, { minLength: 1, maxLength: 4 }).map(String),
  ),
};
const address = fc
  .record(parameters, { requiredKeys: [] })
  .map(search => new URLSearchParams(search as Record<string, string>).toString());
/** Also month ends, the Tokyo midnight, and a leap day. */
const time = fc.oneof(
  fc.constantFrom(Date.UTC(2026, 1, 28, 14, 59, 59), Date.UTC(2026, 1, 28, 15), Date.UTC(2024, 1, 29)),
  fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
);
const setting = fc.record({
  metrics: fc.uniqueArray(fc.oneof(metric, fc.constant('luck')), { minLength: 1, maxLength: 12 }),
  axes: fc.uniqueArray(fc.constantFrom(...Object.values(AXES).map(({ name }) => name)), { maxLength: 2 }),
  hidden: fc.array(metric, { maxLength: 3 }),
  chart: fc.constantFrom('none', 'bar', 'stacked'),
});
const weekStart = fc.constantFrom<0 | 1>(0, 1);

it.each([adStatistics, term, attribution, effect])(
  'the server reads a saved view of $name as the console does',
  analysis => {
    fc.assert(
      fc.property(address, time, weekStart, setting, fc.boolean(), (saved, now, first, own, isSet) => {
        // The console drops conditions that a report does not have; the server refuses such a view.
        fc.pre(analysis !== term || !saved.includes('device'));
        const found = savedReport(
          { screen: `analysis_${analysis.name}`, address: saved },
          { productId: 7, setting: isSet ? own : null, today: { now, weekStart: first } },
        )!;
        const { query, columns, charted, sort } = found;
        expect({ query, columns, charted, sort }).toEqual(
          shownByConsole(analysis, parseSearch(saved), {
            now,
            weekStart: first,
            hidden: isSet ? own.hidden : [],
          }),
        );
      }),
      { numRuns: 300 },
    );
  },
);

const own = {
  models: fc.constantFrom('all', '1,6', '2,7', '1,1', '8,1', '1'),
  measure: fc.constantFrom('cv_division', 'amount_division', 'clicks', 'luck'),
  fold: fc.constantFrom('0', '1'),
  limit: fc.constantFrom('20', '50', '100', '7'),
  min_share: fc.constantFrom('0', '5', '3'),
  length_from: fc.constantFrom('1', '2', '3'),
  if_model: fc.constantFrom('1', '7', '8'),
  if_approval: fc.constantFrom('approved', 'unapproved'),
  if_term: fc.constantFrom('0', '1', '30', '99999', 'x'),
  if_repeat: fc.constantFrom('0', '60', '-1'),
  if_decay: fc.constantFrom('0', '50', '101'),
};
const ownAddress = fc
  .record({ ...parameters, ...own }, { requiredKeys: [] })
  .map(search => new URLSearchParams(search as Record<string, string>).toString());

it.each([
  ['models', modelComparison],
  ['paths', paths],
  ['what_if', whatIf],
] as const)(
  'the server reads a saved view with rows of its own as the console does: %s',
  (view, analysis) => {
    fc.assert(
      fc.property(ownAddress, time, weekStart, (saved, now, first) => {
        const found = savedOwnReport(
          { screen: 'analysis_attribution', address: `${saved}&view=${view}` },
          { productId: 7, today: { now, weekStart: first }, hidden: ['cv'] },
        )!;
        const raw = parseSearch(saved);
        const search = readAnalysisSearch(analysis)(raw);
        const shared = queryOf(analysis, search, 7, daysOfSearch(search, today(now), first));
        const readOwn = analysis.readOwn as (search: RawSearch) => never;
        // Bars show transitions of more rows than the flow chart of the console has room for.
        const nodes = view === 'paths' ? { nodes: 50 } : {};
        expect(found.query).toEqual({ ...analysis.parametersOf(shared, readOwn(raw)), ...nodes });
        expect(found.hidden, 'a view of a report leaves the choice of columns to it').toEqual([]);
      }),
      { numRuns: 300 },
    );
  },
);

const adjustment = fc
  .tuple(
    fc.constantFrom('7', '8', '12', 'x'),
    fc.constantFrom('1', '2', '3'),
    fc.constantFrom('10', '-5000', '+2.5', '0', '1.234', 'É'),
  )
  .map(parts => parts.join(':'));
const ownScreen = {
  mode: fc.constantFrom('1', '3', '4'),
  pool: fc.constantFrom('0', '1000000', '-1', '1.5'),
  adjust: fc.array(adjustment, { maxLength: 5 }).map(String),
  hide: fc.oneof(
    fc.constantFrom('-', 'luck', 'share,url,cv', 'response_basis,verdict,label'),
    fc.array(metric, { minLength: 1, maxLength: 4 }).map(String),
  ),
  items: fc.constantFrom('1,2', '0', '9', '8,9', ''),
  simulation: fc.constantFrom('1', '0', '3', '2,1'),
};
const screenAddress = fc
  .record({ ...parameters, ...ownScreen }, { requiredKeys: [] })
  .map(search => new URLSearchParams(search as Record<string, string>).toString());

it.each([allocation, lpo])(
  'the server reads a saved view of $name, with its hidden columns, as the console does',
  analysis => {
    fc.assert(
      fc.property(screenAddress, time, weekStart, (saved, now, first) => {
        const hidden = ['cv', 'cv_division'];
        const found = savedOwnReport(
          { screen: `analysis_${analysis.name}`, address: saved },
          { productId: 7, today: { now, weekStart: first }, hidden },
        )!;
        const raw = parseSearch(saved);
        const search = readAnalysisSearch(analysis)(raw);
        const shared = queryOf(analysis, search, 7, daysOfSearch(search, today(now), first));
        const readOwn = analysis.readOwn as (search: RawSearch) => never;
        expect(found.query).toEqual(analysis.parametersOf(shared, readOwn(raw)));
        expect([...found.hidden].toSorted()).toEqual([...(search.hide ?? hidden)].toSorted());
      }),
      { numRuns: 500 },
    );
  },
);

it('the server composes the report of a custom page as the console does', () => {
  fc.assert(
    fc.property(address, time, weekStart, setting, (saved, now, first, own) => {
      const { query, columns, charted, sort, declared } = savedReport(
        { screen: 'analysis_item_2', address: saved },
        { productId: 7, setting: own, today: { now, weekStart: first } },
      )!;
      const analysis = customAnalysis('item_2', own as never);
      const raw = parseSearch(saved);
      const by = raw['by'] === undefined && raw['axis'] === undefined ? innerAxis(own) : null;
      expect({ query, columns, charted, sort }).toEqual(
        shownByConsole(analysis, by === null ? raw : { ...raw, by }, {
          now,
          weekStart: first,
          hidden: own.hidden,
        }),
      );
      expect(declared.chart).toEqual(analysis.chart);
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['ads', ''],
  ['analysis_cv', ''],
  ['analysis_luck', ''],
  ['analysis_item_1', ''],
])('a board shows no report of a view of %s with %s, or of a page without a setting', (screen, saved) => {
  const found = savedReport(
    { screen, address: saved },
    { productId: 7, setting: null, today: { now: 0, weekStart: 0 } },
  );
  expect(found).toBeNull();
  const own = savedOwnReport(
    { screen, address: saved },
    { productId: 7, today: { now: 0, weekStart: 0 }, hidden: [] },
  );
  expect(own).toBeNull();
  if (screen !== 'analysis_item_1') expect(reportOf({ screen, address: saved })).toBeNull();
});
