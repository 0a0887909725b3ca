import { oneSlice } from '../server/slices/slices.ts';
import type { ProductDependencies } from '../server/dependencies.ts';
import { createApp } from '../server/app.ts';
import { METRICS } from '../server/attribution/metrics.ts';
import { openCollector } from '../server/collector/collector.ts';
import { timeOfId } from '../server/platform/ids.ts';
import { startResults } from '../server/results/worker.ts';
import { createDeriver } from '../server/rollups/deriver.ts';
import { reportDemandOf } from '../server/rollups/report-demand.ts';
import { deriveAsResultsChange, startDerivation } from '../server/rollups/scheduler.ts';
import { computeReport } from '../server/reports/analyses/row-report/compute.ts';
import { redirect } from '../server/store/postgres/schema/index.ts';
import { collectorParts } from './collector-parts.ts';
import { withCompany, type BenchCompany } from './company.ts';
import { PRODUCT } from './events.ts';
import { processorTime } from './measure.ts';

// The complete program over a company with a year of events, as a separate process. It sends its address over IPC, and
// answers `report` (opens a report of the year, see OpenedReport) and `state`; `stop` ends it.

const SIZE = Number(process.argv[2]);

/** Rollups that became current up to an event. Times in ms since 1970, by the clock of the machine. */
export interface Publication {
  readonly atMs: number;
  /** When their last contact was accepted. */
  readonly upToMs: number;
}
export interface ServerState {
  /** Processor time since the start in ms. */
  readonly engineMs: number;
  readonly nodeMs: number;
  /** Statements sent to the engine since the start. */
  readonly statements: number;
  readonly publications: readonly Publication[];
}

/** A report that was opened. Times in ms since 1970, by the clock of the machine. */
export interface OpenedReport {
  readonly openedMs: number;
  readonly tookMs: number;
  /** When the last event that it counted was accepted. */
  readonly upToMs: number;
}

interface Statement {
  readonly query: string;
  readonly query_params?: Readonly<Record<string, unknown>>;
}

/** Counts statements, and notes when rollups became current. @param toMachineMs from a time of the program's clock */
const observe = (columnar: ProductDependencies['columnar'], toMachineMs: (ms: number) => number) => {
  const observed = { statements: 0, publications: [] as Publication[] };
  const counted = (name: 'query' | 'command' | 'exec') => async (statement: Statement) => {
    observed.statements += 1;
    const answer = await columnar[name](statement);
    const { ready, contact_id } = statement.query_params ?? {};
    if (ready === 1 && statement.query.includes('INSERT INTO derived_state'))
      observed.publications.push({
        atMs: Date.now(),
        upToMs: toMachineMs(timeOfId(BigInt(String(contact_id)))),
      });
    return answer;
  };
  return {
    observed,
    store: new Proxy(columnar, {
      get: (target, key) =>
        key === 'query' || key === 'command' || key === 'exec'
          ? counted(key)
          : (Reflect.get(target, key) as unknown),
    }),
  };
};

const openParts = async (company: BenchCompany) => {
  const parts = await collectorParts(company);
  const aheadMs = parts.clock.now() - Date.now();
  const { store, observed } = observe(parts.columnar, ms => ms - aheadMs);
  return { parts: { ...parts, columnar: store, slices: oneSlice(store) }, observed, aheadMs };
};

/** Opens the collector, the derivation and the routes. */
const openServer = async (parts: ProductDependencies) => {
  const { db, log } = parts;
  const collector = await openCollector(parts);
  const deriver = createDeriver(parts);
  const demand = reportDemandOf(db);
  const derivation = startDerivation({ arrivals: collector, deriver, demand, log });
  const changes = deriveAsResultsChange(parts, derivation);
  const results = startResults(parts, collector);
  const app = await createApp({ parts, collector, results, derivation });
  return {
    app,
    close: async () => {
      await app.close();
      await results.close();
      await deriver.close();
      await changes.close();
      await collector.close();
    },
  };
};

const serve = async (company: BenchCompany): Promise<void> => {
  const { viewer, pid } = company;
  const { parts, observed, aheadMs } = await openParts(company);
  const [link] = await parts.db
    .insert(redirect)
    .values({
      companyId: viewer.companyId,
      productId: PRODUCT,
      adId: 1,
      redirectUrl: 'https://shop.example/',
    })
    .returning();
  const { app, close } = await openServer(parts);
  const state = async (): Promise<ServerState> => {
    const [engineMs, nodeMs] = await Promise.all([processorTime(pid), processorTime(process.pid)]);
    return { engineMs, nodeMs, ...observed };
  };
  const openReport = async (): Promise<OpenedReport> => {
    const [openedMs, begun] = [Date.now(), performance.now()];
    const { watermark } = await computeReport(parts, viewer, {
      productId: PRODUCT,
      from: '2026-01-02',
      to: '2027-01-01',
      axis: 1,
      metrics: METRICS,
    });
    return {
      openedMs,
      tookMs: performance.now() - begun,
      upToMs: timeOfId(BigInt(watermark)) - aheadMs,
    };
  };
  const ended = new Promise<void>(resolve => {
    process.on('message', message => {
      if (message === 'stop') resolve();
      if (message === 'state') void state().then(found => process.send?.(found));
      if (message === 'report') void openReport().then(opened => process.send?.(opened));
    });
  });
  process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }), link: link?.id });
  await ended;
  await close();
};

await withCompany(SIZE, serve);
process.exit(0);
