import { computeAllocation } from '../server/reports/analyses/allocation/compute.ts';
import { readCvInfo } from '../server/reports/analyses/cv-info/compute.ts';
import { computeJourneys } from '../server/reports/analyses/journeys/compute.ts';
import { computeLandingPages } from '../server/reports/analyses/landing-pages/compute.ts';
import { METRICS } from '../server/attribution/metrics.ts';
import { computeModelComparison } from '../server/reports/analyses/model-comparison/compute.ts';
import type { ReportParameters } from '../server/reports/parse/query.ts';
import { computeReport } from '../server/reports/analyses/row-report/compute.ts';
import { computeSeries } from '../server/reports/analyses/time-series/compute.ts';
import { computeTransitions } from '../server/reports/analyses/month-transition/compute.ts';
import { DAYS, withCompany } from './company.ts';
import { PRODUCT } from './events.ts';
import { forgetPeak, millions, ms, peak, processorTime, timed } from './measure.ts';
import { median, percentile, type Row } from './table.ts';

/**
 * Duration of every report over a year, requested as its screen does: the first time, and warm. Reports from rollups
 * have goals at 1, 10 and 50 M contacts, reports from events (other rules) at 10 M. The events are those of the attribution benchmark.
 */
const ROUNDS = 40;
/** Number of answers after the first that are not measured: Node still compiles code. */
const WARMING = 5;

/** Times in ms. `processor`: CPU time of the engine per answer, which other load on the machine affects least. */
type Times = {
  readonly cold: number;
  readonly warm: number;
  readonly p95: number;
  readonly processor: number;
};
/** The goals of reports from rollups, by millions of contacts. */
const ROLLUPS_GOALS: Readonly<Record<number, string>> = {
  1: '<= 25 ms median',
  10: '<= 120 ms p95',
  50: '<= 200 ms p95',
};
const OTHER_TERM = 'other tracking term (events)';
const OTHER_REPEAT = 'other repeat interval (events)';
/** Those of reports from the events, of 10 M contacts. */
const EVENTS_GOALS: Readonly<Record<string, string>> = {
  [OTHER_TERM]: '<= 1500 ms median',
  [OTHER_REPEAT]: '<= 2500 ms median',
};

const goalOf = (name: string, contacts: number): string => {
  const size = Math.round(contacts / 1e6);
  if (!name.endsWith('(events)')) return ROLLUPS_GOALS[size] ?? '';
  return size === 10 ? (EVENTS_GOALS[name] ?? '') : '';
};

interface Measured {
  readonly contacts: number;
  readonly times: ReadonlyMap<string, Times>;
  readonly memory: number | null;
}

const measureSize = (size: number): Promise<Measured> =>
  withCompany(size, async ({ parts, viewer, categories, contacts, pid }) => {
    const report =
      (over: Partial<ReportParameters> = {}) =>
      () =>
        computeReport(parts, viewer, { productId: PRODUCT, ...DAYS, axis: 1, metrics: METRICS, ...over });
    const year = { productId: PRODUCT, ...DAYS };
    const reports: Readonly<Record<string, () => Promise<unknown>>> = {
      'ad statistics': report({ trend: true }),
      'attribution by category': report({ axis: 2, model: 2 }),
      'category and ad, nested': report({ axis: 0, axes: 'ad_category,ad' }),
      'ad statistics compared with the half year before': report({
        from: '2026-07-01',
        compare: 'previous_period',
      }),
      'ads of one category': report({ where: `ad_category_id=${categories[0]}` }),
      'term by day': () => computeSeries(parts, viewer, { ...year, step: 'day' }),
      'month transition': () => computeTransitions(parts, viewer, year),
      'CV information': () => readCvInfo(parts, viewer, year),
      allocation: () => computeAllocation(parts, viewer, year),
      paths: () =>
        computeJourneys(parts, viewer, { ...year, axis: 1, fold: false, minLength: 1, limit: 20, nodes: 15 }),
      'landing pages': () => computeLandingPages(parts, viewer, year),
      'seven models by category': () => computeModelComparison(parts, viewer, { ...year, axis: 2 }),
      'Markov by ad': report({ model: 6 }),
      'by device': report({ axis: 0, axes: 'device' }),
      'ad and hour, nested': report({ axis: 0, axes: 'ad,hour' }),
      'new and existing': report({ evaluation: 2 }),
      'mobile only': report({ where: 'device=mobile' }),
      [OTHER_TERM]: report({ term: 30 }),
      [OTHER_REPEAT]: report({ repeat: 60 }),
    };
    await forgetPeak(pid);
    const times = new Map<string, Times>();
    for (const [name, work] of Object.entries(reports)) {
      const cold = await timed(work);
      const isFromEvents = name.endsWith('(events)');
      for (let round = 0; round < (isFromEvents ? 0 : WARMING); round += 1) await work();
      const warm: number[] = [];
      const before = await processorTime(pid);
      for (let round = 0; round < (isFromEvents ? 3 : ROUNDS); round += 1) warm.push(await timed(work));
      times.set(name, {
        cold,
        warm: median(warm),
        p95: percentile(warm, 0.95),
        processor: ((await processorTime(pid)) - before) / warm.length,
      });
    }
    return { contacts, times, memory: await peak(pid) };
  });

/** Measures every report at each size, in contacts. */
export const benchReports = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  const measured: Measured[] = [];
  for (const size of sizes) {
    const found = await measureSize(size);
    measured.push(found);
    for (const [name, { cold, warm, p95, processor }] of found.times) {
      rows.push({
        name: `${name}, ${millions(found.contacts)} contacts`,
        ours: `${ms(p95)} p95, ${ms(warm)} median, ${ms(processor)} CPU`,
        reference: `${ms(cold)} first`,
        ratio: (p95 / cold).toFixed(2),
        goal: goalOf(name, size),
      });
    }
    rows.push({
      name: `peak memory of the engine, ${millions(found.contacts)} contacts`,
      ours: found.memory === null ? 'not available' : `${found.memory.toFixed(0)} MB`,
      reference: '',
      ratio: '',
      goal: 'bounded',
    });
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (small !== undefined && large !== undefined && small !== large) {
    const linear = large.contacts / small.contacts;
    for (const [name, { warm }] of large.times) {
      const growth = warm / (small.times.get(name)?.warm ?? Number.NaN);
      rows.push({
        name: `growth of ${name}`,
        ours: `${growth.toFixed(1)} times`,
        reference: `${linear.toFixed(1)} times the contacts`,
        ratio: (growth / linear).toFixed(2),
        goal: '<= 1',
      });
    }
  }
  return rows;
};
