import type { Collector } from '../collector/collector.ts';
import type { LoaderStatus } from '../collector/loader.ts';
import type { Dependencies } from '../dependencies.ts';
import { pingDatabase } from '../store/postgres/accounts/accounts.ts';
import { createProbe, type PartState } from './probe.ts';

/** The parts of the program that may fail by themselves. */
export const PARTS = ['journal', 'settings', 'loader', 'postgresql', 'clickhouse', 'gateway'] as const;
type Part = (typeof PARTS)[number];

/**
 * `kept`: the settings in force are those that were known before PostgreSQL went away; `rows_set_aside`:
 * accepted events wait for `npm run replay-rejected`.
 */
type ReadyState = PartState | 'kept' | 'rows_set_aside';

export interface Readiness {
  /** Every part has what it needs. */
  readonly isReady: boolean;
  /** Events are accepted and outlive a crash, whatever the stores do. */
  readonly isCollecting: boolean;
  readonly parts: Readonly<Partial<Record<Part, ReadyState>>>;
}

/** Accepted events that wait for so long, while nothing arrives in ClickHouse, are stalled. */
const LOADER_STALL_LIMIT_MS = 30_000;

/** How long accepted events have been waiting while nothing was loaded, in ms. */
export const stalledMs = ({ waitingSinceMs }: Pick<LoaderStatus, 'waitingSinceMs'>, nowMs: number): number =>
  waitingSinceMs === null ? 0 : Math.max(0, nowMs - waitingSinceMs);

/** @param nowMs the monotonic clock */
export const isStalled = (status: Pick<LoaderStatus, 'waitingSinceMs'>, nowMs: number): boolean =>
  stalledMs(status, nowMs) > LOADER_STALL_LIMIT_MS;

/** @param nowMs the monotonic clock */
export const loaderState = (status: LoaderStatus, nowMs: number): ReadyState => {
  if (isStalled(status, nowMs)) return 'failing';
  return status.rejectedRows + status.damagedLines > 0 ? 'rows_set_aside' : 'ok';
};

/**
 * Rows that were set aside and settings that were kept hold up nobody; they are told so that somebody looks.
 */
const isFailing = (state: ReadyState | undefined) => state === 'failing';

const pingColumnar = async ({ columnar }: Pick<Dependencies, 'columnar'>): Promise<void> => {
  const answer = await columnar.ping();
  if (!answer.success) throw answer.error;
};

/**
 * Says which parts can do their work.
 *
 * @param gateway fails where the GraphQL gateway cannot be opened
 * @param collector null: of an app that takes no events
 */
export const createReadiness = (
  parts: Pick<Dependencies, 'db' | 'columnar'>,
  collector: Pick<Collector, 'loading' | 'probeJournal' | 'areSettingsKept'> | null,
  gateway: () => Promise<unknown>,
): (() => Promise<Readiness>) => {
  const probes = {
    postgresql: createProbe(() => pingDatabase(parts.db)),
    clickhouse: createProbe(() => pingColumnar(parts)),
    gateway: createProbe(gateway),
  };
  const journal = collector === null ? null : createProbe(() => collector.probeJournal());
  return async () => {
    const [written, postgresql, clickhouse, opened] = await Promise.all([
      journal?.state(),
      probes.postgresql.state(),
      probes.clickhouse.state(),
      probes.gateway.state(),
    ]);
    const states: Partial<Record<Part, ReadyState>> = {
      ...(written !== undefined && { journal: written }),
      ...(collector !== null && {
        settings: collector.areSettingsKept() ? 'kept' : 'ok',
        loader: loaderState(collector.loading(), performance.now()),
      }),
      postgresql,
      clickhouse,
      gateway: opened,
    };
    return { parts: states, isReady: !Object.values(states).some(isFailing), isCollecting: written === 'ok' };
  };
};
