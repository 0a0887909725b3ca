import type { Collector } from '../collector/collector.ts';
import type { LoaderStatus } from '../collector/loader.ts';
import type { Dependencies } from '../dependencies.ts';
import { pingDatabase } from '../store/postgres/engine/ping.ts';
import { taskStates, type TaskPart, type TaskState } from '../platform/tasks.ts';
import { createProbe, type PartState } from './probe.ts';

/** Parts of the program that can fail independently. */
export const PARTS = [
  'journal',
  'settings',
  'loader',
  'jobs',
  'derivation',
  'postgresql',
  'clickhouse',
  'gateway',
] as const;
type Part = (typeof PARTS)[number];

/**
 * `kept`: the collector uses settings from before PostgreSQL became unavailable; `rows_set_aside`: accepted events
 * wait for `npm run replay-rejected`, or the disk damaged some.
 */
type ReadyState = PartState | 'kept' | 'rows_set_aside';

export interface Readiness {
  /** Whether no part is failing. */
  readonly isReady: boolean;
  /** Whether events are accepted and durable, in whatever state the stores are. */
  readonly isCollecting: boolean;
  readonly parts: Readonly<Partial<Record<Part, ReadyState>>>;
}

/** Milliseconds without progress after which waiting events count as stalled. */
const LOADER_STALL_LIMIT_MS = 30_000;

/** Milliseconds for which accepted events have waited without progress of the loader. */
export const stalledMs = ({ waitingSinceMs }: Pick<LoaderStatus, 'waitingSinceMs'>, nowMs: number): number =>
  waitingSinceMs === null ? 0 : Math.max(0, nowMs - waitingSinceMs);

/** @param nowMs monotonic clock in milliseconds */
export const isStalled = (status: Pick<LoaderStatus, 'waitingSinceMs'>, nowMs: number): boolean =>
  stalledMs(status, nowMs) > LOADER_STALL_LIMIT_MS;

/** @param nowMs monotonic clock in milliseconds */
export const loaderState = (status: LoaderStatus, nowMs: number): ReadyState => {
  if (isStalled(status, nowMs)) return 'failing';
  return status.rejectedRows + status.damagedLines > 0 ? 'rows_set_aside' : 'ok';
};

/** Milliseconds of failures after which a task of the background counts as failing. */
const TASK_FAILURE_LIMIT_MS = 30_000;

/**
 * The parts whose tasks run in this process.
 *
 * @param nowMs monotonic clock in milliseconds
 */
export const taskParts = (
  tasks: readonly TaskState[],
  nowMs: number,
): Readonly<Partial<Record<TaskPart, PartState>>> => {
  const states: Partial<Record<TaskPart, PartState>> = {};
  for (const { part, failingSinceMs } of tasks) {
    const isLong = failingSinceMs !== null && nowMs - failingSinceMs > TASK_FAILURE_LIMIT_MS;
    if (isLong || states[part] === undefined) states[part] = isLong ? 'failing' : 'ok';
  }
  return states;
};

/** Rejected rows and kept settings need attention, but are not failures. */
const isFailing = (state: ReadyState | undefined) => state === 'failing';

const pingSlices = async ({ slices: { all } }: Pick<Dependencies, 'slices'>): Promise<void> => {
  const answers = await Promise.all(all.map(({ columnar }) => columnar.ping()));
  for (const answer of answers) if (!answer.success) throw answer.error;
};

/**
 * Creates the check of all parts.
 *
 * @param gateway rejects if the GraphQL gateway cannot be opened; null: the app has none
 * @param collector null: the app has no collector
 */
export const createReadiness = (
  parts: Pick<Dependencies, 'db' | 'slices'>,
  collector: Pick<Collector, 'loading' | 'probeJournal' | 'hasStoredSettings'> | null,
  gateway: (() => Promise<unknown>) | null,
): (() => Promise<Readiness>) => {
  const probes = {
    postgresql: createProbe(() => pingDatabase(parts.db)),
    clickhouse: createProbe(() => pingSlices(parts)),
  };
  const gatewayProbe = gateway === null ? null : createProbe(gateway);
  const journal = collector === null ? null : createProbe(() => collector.probeJournal());
  return async () => {
    const [written, postgresql, clickhouse, opened] = await Promise.all([
      journal?.state(),
      probes.postgresql.state(),
      probes.clickhouse.state(),
      gatewayProbe?.state(),
    ]);
    const states: Partial<Record<Part, ReadyState>> = {
      ...(written !== undefined && { journal: written }),
      ...(collector !== null && {
        settings: collector.hasStoredSettings() ? 'kept' : 'ok',
        loader: loaderState(collector.loading(), performance.now()),
      }),
      ...taskParts(taskStates(), performance.now()),
      postgresql,
      clickhouse,
      ...(opened !== undefined && { gateway: opened }),
    };
    return { parts: states, isReady: !Object.values(states).some(isFailing), isCollecting: written === 'ok' };
  };
};
