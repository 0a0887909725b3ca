import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';
import { sourceCounts } from '../rollups/report-sources.ts';
import type { Derivation } from '../rollups/scheduler.ts';
import type { Build } from '../platform/build.ts';
import { attemptCounts, storeCalls, type StoreCalls } from '../platform/outcomes.ts';
import type { Collector } from '../collector/collector.ts';
import type { Dependencies } from '../dependencies.ts';
import { queueLengths } from '../store/postgres/results/queue-lengths.ts';
import { addRollupSizes } from './rollup-sizes.ts';
import { isStalled, PARTS, stalledMs, type Readiness } from './readiness.ts';

export interface MetricsSources {
  readonly parts: Pick<Dependencies, 'db' | 'slices' | 'log'>;
  readonly build: Build;
  readonly readiness: () => Promise<Readiness>;
  /** Null: the app has no collector. */
  readonly collector: Pick<Collector, 'counts' | 'loading' | 'groupLagMs'> | null;
  /** Undefined: the app does not derive rollups. */
  readonly derivation: Derivation | undefined;
  /** Histogram of request times. */
  readonly requestTimes: Metric;
}

const addGauge = (registry: Registry, name: string, help: string, read: () => number): Gauge =>
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });

/** Adds a counter of values that are summed elsewhere. */
const addCounter = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  read: () => readonly { readonly labels: Readonly<Record<Label, string>>; readonly value: number }[],
): void =>
  registry.registerMetric(
    new Counter({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset();
        for (const { labels, value } of read()) this.inc(labels, value);
      },
    }),
  );

/** Adds the metrics of the journal, the loader and the collector's requests. */
const addLoader = (registry: Registry, { counts, loading }: Pick<Collector, 'counts' | 'loading'>): void => {
  const add = (name: string, help: string, read: () => number) => addGauge(registry, name, help, read);
  add(
    'touchpath_journal_backlog_bytes',
    'Bytes of accepted events that are not yet in ClickHouse.',
    () => loading().backlogBytes,
  );
  add(
    'touchpath_loader_segment',
    'Number of the journal segment that is being loaded, or of the last one.',
    () => loading().segment,
  );
  add(
    'touchpath_loader_segment_offset_bytes',
    'Offset up to which that segment is loaded, in bytes.',
    () => loading().segmentOffsetBytes,
  );
  add(
    'touchpath_loader_lag_seconds',
    'Seconds for which accepted events have waited while none was loaded.',
    () => stalledMs(loading(), performance.now()) / 1000,
  );
  add(
    'touchpath_loader_stalled',
    '1 if events have waited for longer than a healthy loader takes, otherwise 0.',
    () => Number(isStalled(loading(), performance.now())),
  );
  add(
    'touchpath_loader_failures',
    'Consecutive failures of the loader; 0 while ClickHouse accepts events.',
    () => loading().failures,
  );
  add(
    'touchpath_rejected_rows',
    'Accepted events that ClickHouse rejected; load them with npm run replay-rejected.',
    () => loading().rejectedRows,
  );
  add(
    'touchpath_damaged_lines',
    'Damaged lines of the journal since the start.',
    () => loading().damagedLines,
  );
  addCounter(
    registry,
    'touchpath_events_total',
    'Requests and events of the collector since the start, by outcome.',
    ['outcome'],
    () =>
      Object.entries(counts())
        .filter(([outcome]) => outcome !== 'waiting_rows')
        .map(([outcome, value]) => ({ labels: { outcome }, value })),
  );
};

/** Products in the metric of single ones: each is a time series of its own. */
const MAX_PRODUCTS = 20;

/** Adds the metrics of the derivation of rollups. */
const addDerivation = (registry: Registry, derivation: Derivation): void => {
  addGauge(
    registry,
    'touchpath_derivation_lag_seconds',
    'Seconds for which loaded events have waited to be derived for reports.',
    () => {
      const since = derivation.waitingSinceMs();
      return since === null ? 0 : (performance.now() - since) / 1000;
    },
  );
  registry.registerMetric(
    new Gauge({
      name: 'touchpath_derivation_product_lag_seconds',
      help: `The same by product, of the ${MAX_PRODUCTS} products that wait longest.`,
      labelNames: ['product'],
      registers: [],
      collect() {
        this.reset();
        for (const { productId, sinceMs } of derivation.waitingLongest(MAX_PRODUCTS))
          this.set({ product: String(productId) }, (performance.now() - sinceMs) / 1000);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'touchpath_derivation_waiting_products',
      help: 'Products whose rollups are known to be behind and that wait for a small batch.',
      labelNames: ['requested'],
      registers: [],
      collect() {
        const { requested, others } = derivation.waiting();
        this.set({ requested: 'true' }, requested);
        this.set({ requested: 'false' }, others);
      },
    }),
  );
  addGauge(
    registry,
    'touchpath_derivation_large_products',
    'Products that wait for a large batch, such as a rebuild, or whose large batch is running.',
    () => derivation.waiting().large,
  );
};

/** What answered the reports, and why. */
const addReportSources = (registry: Registry): void =>
  addCounter(
    registry,
    'touchpath_report_sources_total',
    'Reports since the start, by what they were read from (rollups, events) and why.',
    ['source', 'reason'],
    () => sourceCounts().map(({ source, reason, count }) => ({ labels: { source, reason }, value: count })),
  );

/** Calls of the stores, and attempts to send something. */
const addOutcomes = (registry: Registry): void => {
  const add = (name: string, help: string, valueOf: (calls: StoreCalls) => number) =>
    addCounter(registry, name, help, ['store', 'operation'], () =>
      storeCalls().map(calls => ({
        labels: { store: calls.store, operation: calls.operation },
        value: valueOf(calls),
      })),
    );
  add(
    'touchpath_store_calls_total',
    'Statements of this process since its start, by store and first word.',
    ({ calls }) => calls,
  );
  add('touchpath_store_failures_total', 'Statements that failed.', ({ failures }) => failures);
  add(
    'touchpath_store_seconds_total',
    'Time in seconds that these statements took, up to the first bytes of their answers.',
    ({ seconds }) => seconds,
  );
  addCounter(
    registry,
    'touchpath_attempts_total',
    'Attempts to send notifications and mails since the start, by outcome.',
    ['kind', 'outcome'],
    () => attemptCounts().map(({ kind, outcome, count }) => ({ labels: { kind, outcome }, value: count })),
  );
};

/**
 * Adds the lengths of the queues in PostgreSQL. If PostgreSQL is unavailable they are left out, and
 * `touchpath_part_ready` reports the failure.
 */
const addQueues = (registry: Registry, { parts: { db, log }, readiness }: MetricsSources): void => {
  registry.registerMetric(
    new Gauge({
      name: 'touchpath_queue_length',
      help: 'Entries of a queue that wait, and those whose attempts all failed.',
      labelNames: ['queue', 'state'],
      registers: [],
      async collect() {
        this.reset();
        if ((await readiness()).parts.postgresql === 'failing') return;
        try {
          for (const { queue, state, length } of await queueLengths(db)) this.set({ queue, state }, length);
        } catch (error) {
          log.warn({ err: error }, 'The queue lengths for /metrics could not be read.');
        }
      },
    }),
  );
};

/** Creates the registry of this program's Prometheus metrics. */
export const createMetrics = (sources: MetricsSources): Registry => {
  const { build, readiness, collector, derivation, requestTimes } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(requestTimes);
  new Gauge({
    name: 'touchpath_build_info',
    help: 'Version and commit; always 1.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: build.version, commit: build.commit ?? '' }, 1);
  registry.registerMetric(
    new Gauge({
      name: 'touchpath_part_ready',
      help: '1 if the part is ready, 0 if it fails, as in /readyz.',
      labelNames: ['part'],
      registers: [],
      async collect() {
        const { parts } = await readiness();
        for (const part of PARTS)
          if (parts[part] !== undefined) this.set({ part }, parts[part] === 'failing' ? 0 : 1);
      },
    }),
  );
  if (collector !== null) {
    addLoader(registry, collector);
    addGauge(
      registry,
      'touchpath_collectors_lag_seconds',
      'Seconds for which reports and results wait for the slowest of several collectors; 0 for a single one.',
      () => collector.groupLagMs() / 1000,
    );
  }
  if (derivation !== undefined) {
    addDerivation(registry, derivation);
    addRollupSizes(registry, sources);
  }
  addReportSources(registry);
  addOutcomes(registry);
  addQueues(registry, sources);
  return registry;
};
