import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Viewer } from '../server/accounts/visibility.ts';
import { deriveProduct } from '../server/attribution/paths.ts';
import { countingRules } from '../server/attribution/rules.ts';
import { systemClock } from '../server/clock.ts';
import { createIds } from '../server/ids.ts';
import { askAllocation } from '../server/reports/allocation.ts';
import { readCvInfo } from '../server/reports/cv-info.ts';
import { askJourneys } from '../server/reports/journeys.ts';
import { askLpo } from '../server/reports/lpo.ts';
import { METRICS } from '../server/reports/metrics.ts';
import { askModelsAside } from '../server/reports/models-aside.ts';
import type { Question } from '../server/reports/question.ts';
import { ask } from '../server/reports/report.ts';
import { askSeries } from '../server/reports/series.ts';
import { askTransitions } from '../server/reports/transitions.ts';
import { readSettings } from '../server/settings.ts';
import { prepareColumnar } from '../server/store/clickhouse/connect.ts';
import { filledOf } from '../server/store/clickhouse/derived.ts';
import { startClickHouse } from '../server/store/clickhouse/supervisor.ts';
import { openDatabase } from '../server/store/postgres/connect.ts';
import { ad, adCategory, company, product } from '../server/store/postgres/schema.ts';
import { forgetPeak, makeEvents, millions, ms, peak, PRODUCT, TERM, timed, YEAR } from './attribution.ts';
import { median, type Row } from './table.ts';

/**
 * Every report over a year, asked as its screen asks it: the first time, and warm. Reports that stand on derived rows have a goal; those that read the
 * events (finer than ads, other rules) are told beside it. The events are those of the attribution benchmark.
 */
const ROUNDS = 15;
const DAYS = { from: '2026-01-01', to: '2026-12-31' } as const;

/** The time that so many of a hundred are at most. */
const percentile = (times: readonly number[], part: number): number => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.ceil((times.length * part) / 100) - 1)] ?? Number.NaN;

type Times = { readonly cold: number; readonly warm: number; readonly p95: number };
const GOAL = { 10: '< 150 ms p95', 50: '< 300 ms p95' } as const;

const measureSize = async (size: number): Promise<{ readonly contacts: number; readonly times: ReadonlyMap<string, Times>; readonly memory: number | null }> => {
  const log = pino({ level: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as somebody who must enter
  const engine = await startClickHouse(folder, log);
  const store = await openDatabase(readSettings({ DATA_DIR: folder, SEED: 'none' }), log);
  const columnar = await prepareColumnar(engine, 'bench');
  try {
    const { db } = store;
    const [owner] = await db.insert(company).values({ code: 'bench', name: '会社' }).returning();
    const companyId = owner?.id ?? 0;
    await db.insert(product).overridingSystemValue().values({ id: PRODUCT, companyId, name: '商品', domain: 'shop.example', url: 'https://shop.example/', trackingTerm: TERM });
    const categories = await db.insert(adCategory).values(Array.from({ length: 12 }, (_, n) => ({ companyId, productId: PRODUCT, name: `分類 ${n}` }))).returning();
    await db.insert(ad).overridingSystemValue().values(Array.from({ length: 200 }, (_, n) => ({
      id: n + 1, companyId, productId: PRODUCT, name: `広告 ${n}`, redirectUrl: 'https://shop.example/', adCategoryId: categories[n % 12]?.id ?? null, adFee: n * 100, periodFrom: DAYS.from, periodTo: DAYS.to,
    })));
    await makeEvents(columnar, size);
    await deriveProduct({ columnar, ids: createIds(systemClock) }, countingRules(PRODUCT, TERM, []));
    for (const table of ['conversion_path', 'credit', 'contact_day']) await columnar.command({ query: `OPTIMIZE TABLE ${table} FINAL`, clickhouse_settings: { max_execution_time: 600 } });
    const filled = await filledOf(columnar, PRODUCT);

    const parts = { columnar, db, clock: { ...systemClock, now: () => YEAR.until - 1 } };
    const viewer: Viewer = { userId: 1, companyId, roleCode: 'admin', base: 'admin', permissions: {} as Viewer['permissions'], agencyId: null, products: [PRODUCT], ads: null };
    const report = (over: Partial<Question> = {}) => () => ask(parts, viewer, { productId: PRODUCT, ...DAYS, axis: 1, metrics: METRICS, ...over });
    const further = { productId: PRODUCT, ...DAYS };
    const reports: Readonly<Record<string, () => Promise<unknown>>> = {
      'ad statistics': report({ trend: true }), 'attribution by category': report({ axis: 2, model: 2 }), 'category and ad, nested': report({ axis: 0, axes: 'ad_category,ad' }),
      'ad statistics beside the half year before': report({ from: '2026-07-01', compare: 'previous_period' }), 'ads of one category': report({ where: `ad_category_id=${categories[0]?.id}` }),
      'term by day': () => askSeries(parts, viewer, { ...further, step: 'day' }), 'month transition': () => askTransitions(parts, viewer, further),
      'CV information': () => readCvInfo(parts, viewer, further), 'allocation': () => askAllocation(parts, viewer, further),
      'paths': () => askJourneys(parts, viewer, { ...further, axis: 1, fold: false, limit: 20, nodes: 15 }),
      'LPO (events)': () => askLpo(parts, viewer, further), 'seven models by category (events)': () => askModelsAside(parts, viewer, { ...further, axis: 2 }),
      'by device (events)': report({ axis: 0, axes: 'device' }), 'ad and hour, nested (events)': report({ axis: 0, axes: 'ad,hour' }), 'new and existing (events)': report({ evaluation: 2 }),
      'mobile only (events)': report({ where: 'device=mobile' }), 'another term (events)': report({ term: 30 }), 'other repeats (events)': report({ repeat: 60 }),
    };
    await forgetPeak(engine.pid());
    const times = new Map<string, Times>();
    for (const [name, work] of Object.entries(reports)) {
      const cold = await timed(work);
      const warm: number[] = [];
      for (let round = 0; round < (name.endsWith('(events)') ? 3 : ROUNDS); round += 1) warm.push(await timed(work));
      times.set(name, { cold, warm: median(warm), p95: percentile(warm, 95) });
    }
    return { contacts: Number(filled.contacts), times, memory: await peak(engine.pid()) };
  } finally {
    await columnar.close();
    await store.close();
    await engine.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Measures every report at each size, in contacts. */
export const benchReports = async (sizes: readonly number[]): Promise<Row[]> => {
  const rows: Row[] = [];
  const measured: Awaited<ReturnType<typeof measureSize>>[] = [];
  for (const size of sizes) {
    const found = await measureSize(size);
    measured.push(found);
    const goal = GOAL[Math.round(size / 1e6) as keyof typeof GOAL] ?? '';
    for (const [name, { cold, warm, p95 }] of found.times) {
      rows.push({ name: `${name}, ${millions(found.contacts)} contacts`, ours: `${ms(p95)} p95, ${ms(warm)} median`, reference: `${ms(cold)} first`, ratio: (p95 / cold).toFixed(2), goal: name.endsWith('(events)') ? '' : goal });
    }
    rows.push({ name: `peak memory of the engine, ${millions(found.contacts)} contacts`, ours: found.memory === null ? 'not told here' : `${found.memory.toFixed(0)} MB`, reference: '', ratio: '', goal: 'bounded' });
  }
  const [small, large] = [measured[0], measured.at(-1)];
  if (small !== undefined && large !== undefined && small !== large) {
    const linear = large.contacts / small.contacts;
    for (const [name, { warm }] of large.times) {
      const growth = warm / (small.times.get(name)?.warm ?? Number.NaN);
      rows.push({ name: `growth of ${name}`, ours: `${growth.toFixed(1)} times`, reference: `${linear.toFixed(1)} times the contacts`, ratio: (growth / linear).toFixed(2), goal: '<= 1' });
    }
  }
  return rows;
};
