import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Dependencies } from '../dependencies.ts';
import { createFollowingClock, type Clock, type FollowingClock } from '../platform/clock.ts';
import { firstIdAt, timeOfId } from '../platform/ids.ts';
import { startPoller } from '../platform/poller.ts';
import { RELOAD_EVERY_MS } from '../platform/secrets.ts';
import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import { SettingError } from '../platform/settings.ts';
import { readDatabaseTime } from '../store/postgres/engine/ping.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import {
  MAX_COLLECTORS,
  readCollectorProgress,
  registerCollector,
  reportCollector,
  type CollectorReport,
  type CollectorProcess,
  type CollectorProgress,
  type Registration,
  type SlowestCollector,
} from '../store/postgres/tracking/collectors.ts';
import { readFolderIdentity, saveFolderIdentity } from './folder-identity.ts';
import type { Loader } from './loader.ts';
import type { SliceLoaders } from './slice-loaders.ts';
import { createRecentClicks, type RecentClicks } from './recent-clicks.ts';
import { readSegments } from './segments.ts';

/** Readings of the clock of PostgreSQL at the start: the quickest answer makes it exact. */
const FIRST_READINGS = 10;
/** Lag in ms of another collector that is reported: reports and results wait for its events. */
export const GROUP_LAG_LIMIT_MS = 60_000;

/** Interval of reports in ms: what a collector accepted waits for the reports of all. */
const REPORT_EVERY_MS = 500;

type Loading = Pick<SliceLoaders, 'onLoaded' | 'status'> & {
  readonly bySlice: ReadonlyMap<string, Pick<Loader, 'loadedUpToNow'>>;
};

/** The collectors that share the stores with this program, each in a process and a data folder of its own. */
export interface CollectorGroup {
  /** The number in the event ids of this process. */
  readonly number: number;
  /** The clock of PostgreSQL, which all collectors follow: the order of a visitor's events decides about credit. */
  readonly clock: Clock;
  /** Recognises double clicks on several collectors. */
  readonly clicks: Pick<RecentClicks, 'add' | 'judge' | 'changedCount'>;
  /** Whether the others did not wait for the events that this folder's journal may still contain. */
  readonly wasStopped: boolean;
  /**
   * The id up to which the events of all collectors are stored in a slice, by default in all; null: there is no collector
   * but this one.
   *
   * @throws where PostgreSQL is unavailable
   */
  completeUpTo(slice?: string): Promise<bigint | null>;
  /** For how many milliseconds reports and results wait for the slowest collector, as last reported; 0: one collector. */
  lagMs(): number;
  /** Number of events that wait for `npm run replay-rejected` on any collector, as last reported. */
  rejectedRows(): number;
  /** Registers a callback for events that other collectors loaded. */
  onOthersLoaded(listener: (events: number) => void): void;
  /** Reports the loading of this collector from now on. */
  report(loading: Loading, ids: Dependencies['ids']): { close(): Promise<void> };
}

type BaseParts = Pick<Dependencies, 'settings' | 'db' | 'slices' | 'secrets' | 'clock' | 'log'>;
type GroupParts = BaseParts & { readonly clock: FollowingClock };

/** Follows the clock of PostgreSQL from now on. */
const followDatabase = async ({ db, clock }: Pick<GroupParts, 'db' | 'clock'>): Promise<void> => {
  for (let reading = 0; reading < FIRST_READINGS; reading += 1) {
    const startMs = performance.now();
    const time = await readDatabaseTime(db);
    clock.follow(time, [startMs, performance.now()]);
  }
};

/** Reads what the collectors have loaded, and the clock of PostgreSQL. */
const readProgress = async (
  { db, slices, clock, secrets }: Pick<GroupParts, 'db' | 'slices' | 'clock' | 'secrets'>,
  own: number,
): Promise<CollectorProgress> => {
  const startMs = performance.now();
  const names = slices.all.map(({ name }) => name);
  const progress = await readCollectorProgress(db, names, own, secrets.digest());
  if (progress.databaseTime !== null) clock.follow(progress.databaseTime, [startMs, performance.now()]);
  return progress;
};

/** How long a start waits, in ms, for others to read keys that were added a moment ago. */
const ROTATION_WAIT_MS = 3 * RELOAD_EVERY_MS;

/** Registers, and while keys are being rotated, waits until the other programs have read them. */
const tryRegister = async (
  { db, secrets }: Pick<GroupParts, 'db' | 'secrets'>,
  process: CollectorProcess,
  low: string | null,
): Promise<Registration> => {
  const until = performance.now() + ROTATION_WAIT_MS;
  for (;;) {
    const registration = await registerCollector(db, process, secrets.digest(), low);
    if (registration.kind !== 'other_keys' || !secrets.isRotating() || performance.now() > until)
      return registration;
    await setTimeout(RELOAD_EVERY_MS);
  }
};

/**
 * Registers the process under its number.
 *
 * @param lowWatermark the id up to which the folder's events are loaded; null: up to the present one
 * @throws {SettingError} the other collectors have other keys, or all numbers are in use
 */
const register = async (
  parts: GroupParts,
  process: CollectorProcess,
  lowWatermark: bigint | null,
): Promise<{ readonly number: number; readonly wasStopped: boolean }> => {
  const { clock, settings } = parts;
  await followDatabase(parts);
  const low = lowWatermark ?? (settings.roles.has('collector') ? firstIdAt(clock.now()) : null);
  const registration = await tryRegister(parts, process, low?.toString() ?? null);
  switch (registration.kind) {
    case 'registered':
      return registration;
    case 'other_keys':
      throw new SettingError(
        `${settings.secretsFile} differs from the keys of ${registration.host}, which uses the same stores: copy the file from there, or share it by SECRETS_FILE.`,
      );
    case 'full':
      throw new SettingError(
        `All ${MAX_COLLECTORS} collector numbers of DATABASE_URL are in use: start with a data folder that was used before.`,
      );
  }
};

/** Reports the low watermark of a loader: the id below which everything that it accepted is stored. */
const createWatermark = (loading: Pick<Loader, 'loadedUpToNow'>, ids: Dependencies['ids']) => {
  let low = 0n;
  let issued = 0n;
  let pending: { readonly id: bigint; readonly isLoaded: () => boolean } | null = null;
  return {
    /**
     * Advances to an id that was issued at an earlier call, once everything is loaded that is durable now: between the
     * two calls, events with lower ids became durable. One whose request took longer is derived as a late event.
     */
    advance: (): bigint => {
      pending ??= { id: issued, isLoaded: loading.loadedUpToNow() };
      issued = ids.next();
      if (pending.isLoaded()) {
        low = pending.id;
        pending = null;
      }
      return low;
    },
  };
};

/** The one of some collectors that has loaded least. */
const slowestOf = (slowest: Iterable<SlowestCollector>): SlowestCollector | null =>
  [...slowest].toSorted((a, b) => Number(BigInt(a.lowWatermark) - BigInt(b.lowWatermark)))[0] ?? null;

/** One that reports is not lost, however little it loads: its store is unavailable. */
const lagWarningOf = ({ number, host, isRunning }: SlowestCollector): string =>
  `Reports and results wait for events of collector ${number} (${host}), which ${
    isRunning
      ? 'runs and does not load them: its log says why.'
      : `does not report. Start it; if its data folder is lost: npm run collectors -- abandon ${number}`
  }`;

/** What the collectors of the group have loaded, as last read. */
const createGroupProgress = ({ clock, log }: Pick<GroupParts, 'clock' | 'log'>) => {
  const listeners: ((events: number) => void)[] = [];
  /** What all collectors had loaded; null: unknown. */
  let known: number | null = null;
  let hasOthers = false;
  let lagMs = 0;
  let rejectedRows = 0;
  /** The warning of the slowest collector that was logged; null: all load. */
  let lagWarning: string | null = null;
  let otherKeysSinceMs: number | null = null;
  let areKeysReported = false;
  /** Programs read rotated keys one after the other, so they differ for some seconds. */
  const noteKeys = (host: string | null): void => {
    otherKeysSinceMs = host === null ? null : (otherKeysSinceMs ?? performance.now());
    const isDifferent = otherKeysSinceMs !== null && performance.now() - otherKeysSinceMs > ROTATION_WAIT_MS;
    if (isDifferent && !areKeysReported)
      log.error(
        `The keys of ${host} differ from those of this program: copy SECRETS_FILE, or clicks of one are not recognised by the other.`,
      );
    areKeysReported = isDifferent;
  };
  const noteLag = (slowest: SlowestCollector, others: number): void => {
    lagMs = others === 0 ? 0 : Math.max(0, clock.now() - timeOfId(BigInt(slowest.lowWatermark)));
    const warning = lagMs > GROUP_LAG_LIMIT_MS ? lagWarningOf(slowest) : null;
    if (warning !== null && warning !== lagWarning) log.warn(warning);
    else if (warning === null && lagWarning !== null) log.info('All collectors load events again.');
    lagWarning = warning;
  };
  return {
    listeners,
    hasOthers: () => hasOthers,
    lagMs: () => lagMs,
    rejectedRows: () => rejectedRows,
    /** @param ownEvents loaded by this collector since the last call */
    note: (
      { others, slowest: bySlice, loadedEvents, otherKeysAt, ...progress }: CollectorProgress,
      ownEvents: number,
    ): void => {
      rejectedRows = progress.rejectedRows;
      noteKeys(otherKeysAt);
      hasOthers = others > 0;
      const slowest = slowestOf(bySlice.values());
      if (slowest !== null) noteLag(slowest, others);
      const events = known === null ? 0 : loadedEvents - known - ownEvents;
      known = loadedEvents;
      if (events > 0) for (const listener of listeners) listener(events);
    },
  };
};

/** The registration of this process. */
const createMembership = (
  parts: GroupParts,
  process: CollectorProcess,
  clicks: Pick<RecentClicks, 'publish'>,
  /** Not registered: PostgreSQL was unavailable at the start, so the process registers with its first report. */
  number: {
    readonly registered: boolean;
    readonly value: number;
    /** Stores the number that the folder has from the next start on. */
    readonly save: (number: number) => Promise<void>;
  },
  replaced: (isRestarted: boolean) => void,
) => {
  const { db, log, secrets } = parts;
  const { note, ...progress } = createGroupProgress(parts);
  let isRegistered = number.registered;
  let isEnded = false;
  const end = (why: string, isRestarted: boolean): void => {
    log.fatal(why);
    isEnded = true;
    replaced(isRestarted);
  };
  /** @param low what was loaded of the events that were accepted before */
  const registerLater = async (low: bigint): Promise<void> => {
    const registration = await register(parts, process, low);
    isRegistered = true;
    if (registration.number === number.value) return;
    // Also for a start during which PostgreSQL is unavailable again.
    await number.save(registration.number);
    end(
      `Another program has the collector number ${number.value}: this one ends, and has the number ${registration.number} when it is started again.`,
      true,
    );
  };
  return {
    ...progress,
    send: async (
      loaded: Pick<CollectorReport, 'lowWatermarks' | 'loadedEvents' | 'rejectedRows'>,
      isStopping: boolean,
    ): Promise<void> => {
      if (!isRegistered) await registerLater(BigInt(loaded.lowWatermarks?.get(DEFAULT_SLICE) ?? 0));
      if (isEnded) return;
      const clicksUntil = await clicks.publish(progress.hasOthers());
      const keysDigest = isStopping ? null : secrets.digest();
      if (await reportCollector(db, process, { ...loaded, clicksUntil, keysDigest }))
        note(await readProgress(parts, number.value), loaded.loadedEvents);
      else end('Another program has opened this data folder or a copy of it: this one stops.', false);
    },
  };
};

/** Reports the loading of a collector until it is closed. */
const reportLoading = (
  { send }: ReturnType<typeof createMembership>,
  loading: Loading,
  { ids, log, settings }: Pick<Dependencies, 'ids' | 'log' | 'settings'>,
) => {
  const accepts = settings.roles.has('collector');
  const watermarks = new Map(
    [...loading.bySlice].map(([slice, loader]) => [slice, createWatermark(loader, ids)]),
  );
  let unreported = 0;
  loading.onLoaded(({ rows }) => {
    unreported += Object.values(rows).reduce((sum, count) => sum + count, 0);
  });
  const report = async (isStopping: boolean) => {
    const events = unreported;
    const low = new Map([...watermarks].map(([slice, { advance }]) => [slice, advance().toString()]));
    const { backlogBytes, rejectedRows } = loading.status();
    const hasEvents = (accepts && !isStopping) || backlogBytes > 0;
    try {
      await send({ lowWatermarks: hasEvents ? low : null, loadedEvents: events, rejectedRows }, isStopping);
      unreported -= events;
    } catch (error) {
      // Other parts wait for PostgreSQL, and log it.
      if (!isStoreUnavailable(error)) throw error;
    }
  };
  const poller = startPoller(() => report(false), {
    log,
    failed: 'The progress of this collector could not be reported; retrying.',
    every: REPORT_EVERY_MS,
  });
  return {
    close: async (): Promise<void> => {
      await poller.close();
      await report(true);
    },
  };
};

/**
 * Registers this program among those that use the same PostgreSQL and ClickHouse servers.
 *
 * @param isAway PostgreSQL is unavailable: the number of the folder stays in use, and the program registers later
 * @param replaced called once when this process may not continue, since it could give the event ids of another; with true
 *   if it may be started again
 * @returns null: the stores are embedded, so they have one program
 * @throws {SettingError} see {@link register}
 */
export const openCollectorGroup = async (
  base: BaseParts,
  isAway: boolean,
  replaced: (isRestarted: boolean) => void,
): Promise<CollectorGroup | null> => {
  const { settings, db, secrets, log } = base;
  if (settings.databaseUrl === null || settings.clickhouseUrl === null) return null;
  const journal = join(settings.dataDir, 'journal');
  await mkdir(journal, { recursive: true, mode: 0o700 });
  const identity = await readFolderIdentity(journal);
  const process: CollectorProcess = {
    folderId: identity.id,
    processId: randomUUID(),
    host: hostname(),
  };
  const clock = createFollowingClock(base.clock);
  const parts: GroupParts = { ...base, clock };
  // Of events that an earlier version left in the journal, nothing is known.
  const hasEvents = (await readSegments(journal)).length > 0;
  const registration = isAway ? null : await register(parts, process, hasEvents ? 0n : null);
  const { number, wasStopped } = registration ?? { number: identity.number, wasStopped: false };
  const save = (its: number) => saveFolderIdentity(journal, { ...identity, number: its });
  await save(number);
  const clicks = createRecentClicks(parts, number);
  const membership = createMembership(
    parts,
    process,
    clicks,
    { registered: registration !== null, value: number, save },
    replaced,
  );
  return {
    number,
    clock,
    clicks,
    wasStopped,
    completeUpTo: async slice => {
      const names = slice === undefined ? base.slices.all.map(({ name }) => name) : [slice];
      const progress = await readCollectorProgress(db, names, number, secrets.digest());
      const slowest = slowestOf(progress.slowest.values());
      return progress.others === 0 || slowest === null ? null : BigInt(slowest.lowWatermark);
    },
    lagMs: membership.lagMs,
    rejectedRows: membership.rejectedRows,
    onOthersLoaded: listener => {
      membership.listeners.push(listener);
    },
    report: (loading, ids) => reportLoading(membership, loading, { ids, log, settings }),
  };
};
