import { countingRules } from '../server/attribution/rules.ts';
import { rowsOfCells } from '../server/reports/count/dimension-rows.ts';
import { resultSpending } from '../server/reports/count/result-costs.ts';
import { rowsOfAds, type Rows } from '../server/reports/count/rows.ts';
import { resolveQuery, type ResolvedQuery } from '../server/reports/parse/query.ts';
import { creditTable } from '../server/rollups/credit-table.ts';
import { assistsByGroup } from '../server/store/clickhouse/queries/assists.ts';
import { cohortCounts } from '../server/store/clickhouse/queries/cohorts.ts';
import { contactTotals, leftOut } from '../server/store/clickhouse/queries/counts.ts';
import { landingPages, pageSales } from '../server/store/clickhouse/queries/landing-pages.ts';
import { topJourneys, type Journeys } from '../server/store/clickhouse/queries/journeys.ts';
import { pathCounts } from '../server/store/clickhouse/queries/path-counts.ts';
import { isFiner, type Layout } from '../server/store/clickhouse/queries/row-layout.ts';
import { derivedDays, type Scope } from '../server/store/clickhouse/queries/scope.ts';
import { eventsSource } from '../server/store/clickhouse/queries/sources/events-source.ts';
import type { ReportSource } from '../server/store/clickhouse/queries/report-source.ts';
import { rollupsSource } from '../server/store/clickhouse/queries/sources/rollups-source.ts';
import { SINGLE_PATH } from '../server/store/clickhouse/queries/path-summaries.ts';
import { readTransitions } from '../server/store/clickhouse/queries/transition-counts.ts';
import { derivedContacts } from '../server/store/clickhouse/queries/dimension-rollups.ts';
import { derivedOf } from '../server/store/clickhouse/rollups/derived.ts';
import { DAYS, withCompany, type BenchCompany } from './company.ts';
import { PRODUCT, TERM } from './events.ts';
import { millions, ms, processorTime } from './measure.ts';
import type { Row } from './table.ts';

/**
 * What each rollup buys: the same count from it, and from what would answer without it (another rollup, or the events).
 * The two alternate, must give equal answers, and are compared by the processor time of the engine.
 */
const ROUNDS = 4;
/** Number of answers between two readings of the processor time, which has steps of 10 ms. */
const ANSWERS_PER_ROUND = 5;

interface Comparison {
  readonly rollup: string;
  readonly report: string;
  /** What answers without the rollup. */
  readonly otherwise: string;
  readonly without: Partial<ReportSource>;
  readonly count: (scope: Scope) => Promise<unknown>;
}

const noSums: Partial<ReportSource> = {
  dailyCredit: eventsSource.dailyCredit,
  monthlyCredit: eventsSource.monthlyCredit,
  wholeMonths: eventsSource.wholeMonths,
  hasOneRowPerPath: eventsSource.hasOneRowPerPath,
};
const contactsFrom =
  (table: string): ReportSource['contactTotals'] =>
  () =>
    `SELECT ad_id, clicks, first_touches, cost FROM ${table} WHERE ${derivedDays()}`;
/** Contacts of rows finer than ads, without the sums of whole months. */
const contactsByDay: ReportSource['contactTotals'] = (scope, layout) => {
  if (!isFiner(layout)) throw new TypeError('ads are counted from other rollups');
  return `SELECT row AS ad_id, clicks, first_touches, cost FROM (${derivedContacts(scope, layout, true)})`;
};

const pathsOneByOne: Partial<ReportSource> = {
  completePaths: (scope, which, isMerged) => {
    const paths = `SELECT ${SINGLE_PATH} FROM (${rollupsSource.paths(scope, which)})`;
    return isMerged
      ? `SELECT cv_type, ad_ids, sum(p.times) AS times, sum(p.amount) AS amount, sum(p.elapsed) AS elapsed FROM (${paths}) AS p GROUP BY cv_type, ad_ids`
      : paths;
  },
};
/** The path analysis as its screen opens. */
const EVERY_PATH: Journeys = { grouping: null, known: null, fold: false, minLength: 1 };
const TOP_PATHS = 50;
const SHOWN_STEPS = 10;

/** What the comparisons count. @property rows by axis */
interface Compared {
  readonly company: BenchCompany;
  readonly read: ResolvedQuery;
  readonly rows: Readonly<Record<'category' | 'device' | 'hour' | 'page', Rows>>;
}

const creditComparisons = ({
  company: {
    parts: { columnar },
  },
  rows: { device },
}: Compared): readonly Comparison[] => {
  const credit = (layout: Layout) => (scope: Scope) =>
    pathCounts(columnar, scope, layout, creditTable, ['linear'], false);
  return [
    {
      rollup: 'conversion_path',
      report: 'month transition',
      otherwise: 'events',
      without: { paths: eventsSource.paths },
      count: scope => cohortCounts(columnar, scope, null, { first: 0, last: 1e6, ended: 1e6 }),
    },
    {
      rollup: 'daily_credit',
      report: 'ad statistics',
      otherwise: 'monthly_way',
      without: noSums,
      count: credit(null),
    },
    {
      rollup: 'daily_page_credit',
      report: 'landing pages',
      otherwise: 'events',
      without: { pageCredit: eventsSource.pageCredit },
      count: scope => pageSales(columnar, scope, creditTable, 'linear'),
    },
    {
      rollup: 'monthly_credit',
      report: 'by device',
      otherwise: 'conversion_path',
      without: noSums,
      count: credit(device.grouping),
    },
  ];
};

const pathComparisons = ({
  company: {
    parts: { columnar },
  },
  rows: { category },
}: Compared): readonly Comparison[] => {
  const { grouping } = category;
  if (grouping === null || isFiner(grouping)) throw new TypeError('categories are groups of ads');
  return [
    {
      rollup: 'monthly_way',
      report: 'assists by category',
      otherwise: 'conversion_path',
      without: pathsOneByOne,
      count: scope => assistsByGroup(columnar, scope, grouping),
    },
    {
      rollup: 'monthly_way',
      report: 'paths',
      otherwise: 'conversion_path',
      without: pathsOneByOne,
      count: scope => topJourneys(columnar, scope, EVERY_PATH, TOP_PATHS, SHOWN_STEPS),
    },
    {
      rollup: 'monthly_step, monthly_lull',
      report: 'Markov by ad',
      otherwise: 'conversion_path, events',
      without: { transitions: eventsSource.transitions, ...noSums },
      // Sums also hold pairs of ads whose transitions sum to none.
      count: async scope =>
        (await readTransitions(columnar, scope, null, [1]))(1).transitions.flatMap(({ from, to, times }) =>
          to.map((row, at) => `${from}/${row}/${times[at]}`).filter(line => !line.endsWith('/0')),
        ),
    },
  ];
};

const contactComparisons = ({
  company: {
    parts: { columnar },
  },
  rows: { device, hour, page },
}: Compared): readonly Comparison[] => {
  const contacts = (layout: Layout) => (scope: Scope) => contactTotals(columnar, scope, layout);
  return [
    {
      rollup: 'daily_contact',
      report: 'ad statistics',
      otherwise: 'daily_agent',
      without: { contactTotals: contactsFrom('daily_agent') },
      count: contacts(null),
    },
    {
      rollup: 'daily_agent',
      report: 'by device and day',
      otherwise: 'contact_line',
      without: {
        contactTotals: (scope, layout) =>
          contactsByDay(scope, layout).replaceAll('daily_agent', 'contact_line'),
      },
      count: contacts(device.grouping),
    },
    {
      rollup: 'monthly_contact',
      report: 'by device',
      otherwise: 'daily_agent',
      without: { contactTotals: contactsByDay },
      count: contacts(device.grouping),
    },
    {
      rollup: 'contact_line',
      report: 'by hour',
      otherwise: 'events',
      without: { contactTotals: eventsSource.contactTotals },
      count: contacts(hour.grouping),
    },
    {
      rollup: 'contact_seen',
      report: 'by landing page',
      otherwise: 'events',
      without: { contactTotals: eventsSource.contactTotals },
      count: contacts(page.grouping),
    },
  ];
};

const otherComparisons = ({
  company: { parts, viewer },
  read,
  rows: { device },
}: Compared): readonly Comparison[] => {
  const { columnar } = parts;
  return [
    {
      rollup: 'daily_left_out',
      report: 'every report',
      otherwise: 'events',
      without: { leftOut: eventsSource.leftOut },
      count: scope => leftOut(columnar, scope, null),
    },
    {
      rollup: 'daily_landing, landing_page',
      report: 'landing pages',
      otherwise: 'events',
      without: { landingPages: eventsSource.landingPages },
      count: scope => landingPages(columnar, scope),
    },
    {
      rollup: 'result_line, monthly_result',
      report: 'by device',
      otherwise: 'results placed on conversion_path',
      without: { placedResults: eventsSource.placedResults, placedUpTo: eventsSource.placedUpTo },
      count: scope => resultSpending(parts, scope, viewer.companyId, read.period, device),
    },
  ];
};

/** An answer as text, with its lists sorted: lines of sums have no order of their own. */
const figuresOf = (answer: unknown): string => {
  if (Array.isArray(answer)) return `[${answer.map(figuresOf).toSorted().join()}]`;
  if (typeof answer === 'object' && answer !== null)
    return `{${Object.entries(answer)
      .map(([name, value]) => `${name}:${figuresOf(value)}`)
      .toSorted()
      .join()}}`;
  return String(answer);
};

const measure = async (
  { count, without, rollup }: Comparison,
  scope: Scope,
  pid: number,
): Promise<Readonly<Record<'from' | 'without', number>>> => {
  const scopes = { from: scope, without: { ...scope, source: { ...scope.source, ...without } } };
  if (figuresOf(await count(scopes.from)) !== figuresOf(await count(scopes.without)))
    throw new Error(`${rollup}: other figures without it`);
  const spent = { from: 0, without: 0 };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const which of ['from', 'without'] as const) {
      const before = await processorTime(pid);
      for (let answer = 0; answer < ANSWERS_PER_ROUND; answer += 1) await count(scopes[which]);
      spent[which] += (await processorTime(pid)) - before;
    }
  const answers = ROUNDS * ANSWERS_PER_ROUND;
  return { from: spent.from / answers, without: spent.without / answers };
};

/** Compares each rollup of a company with what would answer without it. */
export const compareRollups = async (company: BenchCompany): Promise<Row[]> => {
  const { parts, viewer, contacts, pid } = company;
  const read = await resolveQuery(parts, viewer, { productId: PRODUCT, ...DAYS });
  const derived = await derivedOf(parts.columnar, PRODUCT);
  if (derived === null) throw new Error('the company has no rollups');
  const scope: Scope = {
    rules: countingRules(PRODUCT, TERM, []),
    ...read.period,
    watermark: derived.contact_id > derived.conversion_id ? derived.contact_id : derived.conversion_id,
    source: rollupsSource,
    results: derived.results,
    impressions: false,
  };
  const { ads, filters } = read;
  const cells = (name: string) => rowsOfCells(parts, scope, [name], { ads, filters, evaluation: null });
  const [device, hour, page] = await Promise.all([cells('device'), cells('hour'), cells('landing_page')]);
  const category = rowsOfAds(['ad_category'], { ads, shown: 'all' });
  const rows: Row[] = [];
  const compared = { company, read, rows: { category, device, hour, page } };
  const comparisons = [creditComparisons, pathComparisons, contactComparisons, otherComparisons].flatMap(of =>
    of(compared),
  );
  for (const comparison of comparisons) {
    const { rollup, report, otherwise } = comparison;
    const spent = await measure(comparison, scope, pid);
    const ratio = (spent.without / spent.from).toFixed(1);
    process.stderr.write(`  ${rollup}: ${ratio}\n`);
    rows.push({
      name: `${rollup} for ${report}, ${millions(contacts)} contacts`,
      ours: ms(spent.from),
      reference: `${ms(spent.without)} from ${otherwise}`,
      ratio,
      goal: '>= 2',
    });
  }
  return rows;
};

/** Measures each size, in contacts. */
export const benchRollups = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await withCompany(size, compareRollups)));
  return rows;
};
