import { collectDefaultMetrics, Counter, Gauge, Registry, type Metric } from 'prom-client';
import { sourceCounts } from '../rollups/report-sources.ts';
import type { Derivation } from '../rollups/scheduler.ts';
import type { Build } from '../platform/build.ts';
import { attemptsMade, storeFailures, storeTimes } from '../platform/outcomes.ts';
import { taskStates } from '../platform/tasks.ts';
import type { Collector } from '../collector/collector.ts';
import type { LoaderStatus } from '../collector/loader.ts';
import type { Dependencies } from '../dependencies.ts';
import { queueLengths } from '../store/postgres/results/queue-lengths.ts';
import { addRollupSizes } from './rollup-sizes.ts';
import { isStalled, PARTS, stalledMs, type Readiness } from './readiness.ts';

/** By slice, for how many milliseconds its results have not been known to be complete. */
export interface ResultsLag {
  lagMs(): ReadonlyMap<string, number>;
}

type MeasuredCollector = Pick<Collector, 'counts' | 'loading' | 'loadingBySlice' | 'groupLagMs'>;

export interface MetricsSources {
  readonly parts: Pick<Dependencies, 'db' | 'slices' | 'log'>;
  readonly build: Build;
  readonly readiness: () => Promise<Readiness>;
  /** Null: the app has no collector. */
  readonly collector: MeasuredCollector | null;
  /** Undefined: the app does not derive rollups. */
  readonly derivation: Derivation | undefined;
  /** Undefined: the app makes no results. */
  readonly results: ResultsLag | undefined;
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

/** Adds a gauge with a label. @param read values by the value of the label */
const addLabelledGauge = (
  registry: Registry,
  name: string,
  help: string,
  label: string,
  read: () => ReadonlyMap<string, number>,
): void =>
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset();
        for (const [key, value] of read()) this.set({ [label]: key }, value);
      },
    }),
  );

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

/** Adds the metrics of the journal, the loaders and the collector's requests. */
const addLoaders = (registry: Registry, { counts, loading, loadingBySlice }: MeasuredCollector): void => {
  const add = (name: string, help: string, read: (status: LoaderStatus, nowMs: number) => number) =>
    addLabelledGauge(registry, name, help, 'slice', () => {
      const nowMs = performance.now();
      return new Map([...loadingBySlice()].map(([slice, status]) => [slice, read(status, nowMs)]));
    });
  add(
    'touchpath_journal_backlog_bytes',
    'Bytes of accepted events that are not yet in a slice.',
    ({ backlogBytes }) => backlogBytes,
  );
  add(
    'touchpath_loader_segment',
    'Number of the journal segment that is being loaded, or of the last one.',
    ({ segment }) => segment,
  );
  add(
    'touchpath_loader_segment_offset_bytes',
    'Offset up to which that segment is loaded, in bytes.',
    ({ segmentOffsetBytes }) => segmentOffsetBytes,
  );
  add(
    'touchpath_loader_lag_seconds',
    'Seconds for which accepted events have waited while none was loaded.',
    (status, nowMs) => stalledMs(status, nowMs) / 1000,
  );
  add(
    'touchpath_loader_stalled',
    '1 if events have waited for longer than a healthy loader takes, otherwise 0.',
    (status, nowMs) => Number(isStalled(status, nowMs)),
  );
  add(
    'touchpath_loader_failures',
    'Consecutive failures of the loader; 0 while ClickHouse accepts events.',
    ({ failures }) => failures,
  );
  addGauge(
    registry,
    'touchpath_rejected_rows',
    'Accepted events that ClickHouse rejected; load them with npm run replay-rejected.',
    () => loading().rejectedRows,
  );
  addGauge(
    registry,
    'touchpath_damaged_lines',
    'Lines of the journal that were damaged on the disk, in damaged.ndjson.',
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
  addLabelledGauge(
    registry,
    'touchpath_derivation_product_lag_seconds',
    `The same by product, of the ${MAX_PRODUCTS} products that wait longest.`,
    'product',
    () =>
      new Map(
        derivation
          .waitingLongest(MAX_PRODUCTS)
          .map(({ productId, sinceMs }) => [String(productId), (performance.now() - sinceMs) / 1000]),
      ),
  );
  addLabelledGauge(
    registry,
    'touchpath_derivation_waiting_products',
    'Products whose rollups are known to be behind and that wait for a small batch.',
    'requested',
    () => {
      const { requested, others } = derivation.waiting();
      return new Map([
        ['true', requested],
        ['false', others],
      ]);
    },
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

/** The runs of the tasks in the background, and for how long they have failed. */
const addTasks = (registry: Registry): void => {
  addCounter(
    registry,
    'touchpath_task_runs_total',
    'Runs of the tasks in the background since the start, by outcome.',
    ['task', 'outcome'],
    () =>
      taskStates().flatMap(({ name, done, failed }) => [
        { labels: { task: name, outcome: 'done' }, value: done },
        { labels: { task: name, outcome: 'failed' }, value: failed },
      ]),
  );
  addLabelledGauge(
    registry,
    'touchpath_task_failing_seconds',
    'Seconds since the first failure of a task after its last success; 0 while it succeeds.',
    'task',
    () => {
      const byTask = new Map<string, number>();
      for (const { name, failingSinceMs } of taskStates()) {
        const seconds = failingSinceMs === null ? 0 : (performance.now() - failingSinceMs) / 1000;
        byTask.set(name, Math.max(byTask.get(name) ?? 0, seconds));
      }
      return byTask;
    },
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
  const { build, readiness, collector, derivation, results, requestTimes } = sources;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const measured: readonly Metric[] = [requestTimes, storeTimes, storeFailures, attemptsMade];
  for (const metric of measured) registry.registerMetric(metric);
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
    addLoaders(registry, collector);
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
  if (results !== undefined)
    addLabelledGauge(
      registry,
      'touchpath_results_lag_seconds',
      'Seconds since each conversion that was loaded in a slice had its results.',
      'slice',
      () => new Map([...results.lagMs()].map(([slice, lagMs]) => [slice, lagMs / 1000])),
    );
  addTasks(registry);
  addReportSources(registry);
  addQueues(registry, sources);
  return registry;
};
