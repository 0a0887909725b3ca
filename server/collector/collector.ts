import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../dependencies.ts';
import { isStoreUnavailable } from '../store/unavailable.ts';
import { createAgents, type Agent } from './agents.ts';
import { lastJournaledId } from './batch.ts';
import { openConversionClaims, type ConversionClaims } from './conversion-claims.ts';
import type { CollectorGroup } from './collector-group.ts';
import { createCounts, type Counts } from './counts.ts';
import { openDamagedLines, type DamagedLines } from './damaged-lines.ts';
import { frameOf } from './frames.ts';
import { eventsOfReport, recordedConversions } from './recorded-events.ts';
import { createEarlierReports, type FindReported } from './earlier-reports.ts';
import { openJournal, type Journal, type JournalOptions } from './journal.ts';
import { emptyJournal, startEndingOldSegments } from './segment-removal.ts';
import { segmentNames } from './segments.ts';
import { readPosition, withAllUnsure } from './load-position.ts';
import type { Loaded, LoaderOptions, LoaderStatus } from './loader.ts';
import { createNotices, type Notices } from './notices.ts';
import { createRecentReports, type RecentReports } from './recent-reports.ts';
import { openRejectedRows, rejectedRowsOf, type RejectedRows } from './rejected-rows.ts';
import { createRepeats, type Repeats } from './repeats.ts';
import { TABLES, type Event } from './rows.ts';
import { lastEventOf, openSliceLoaders, type SliceLoaders } from './slice-loaders.ts';
import { createTags, type Tags } from './tag/tags.ts';
import {
  createClickTokens,
  createPasses,
  createTagTokens,
  type Click,
  type Pass,
  type Tokens,
} from './tokens.ts';
import type { Tracking } from './tracking.ts';
import { writeTrackingSnapshot, readTrackingSnapshot } from './tracking-snapshot.ts';
import { createUnknownIds, type UnknownIds } from './unknown-ids.ts';
import { openTrackingCache, type TrackingCache, type TrackingCacheOptions } from './tracking-cache.ts';
import { createVisitors } from './visitors.ts';

/** Accepts events: durable at once, in the columnar store about a second later, each exactly once. */
export interface Collector {
  /**
   * Resolves when the events are durable; either all or none are acknowledged.
   *
   * @throws {Refusal} `overloaded` or `unavailable`: the caller receives no confirmation of any event
   */
  accept(events: readonly Event[]): Promise<void>;
  /**
   * Registers a callback for each batch that arrived in the columnar store; contacts arrive before the
   * conversions that they led to.
   */
  onLoaded(listener: (loaded: Loaded) => void): void;
  /** Registers a callback for events that other collectors loaded, with their number. */
  onOthersLoaded(listener: (events: number) => void): void;
  /** Id of the last event in a slice, decimal; "0" if there is none. Default: in any slice. */
  watermark(slice?: string): string;
  /**
   * The id up to which the events of all collectors are stored in a slice, by default in all; null: this collector is
   * the only one.
   *
   * @throws where PostgreSQL is unavailable
   */
  completeUpTo(slice?: string): Promise<bigint | null>;
  /** For how many milliseconds reports and results wait for the slowest collector; 0: this one is alone. */
  groupLagMs(): number;
  /** Number of events that wait for `npm run replay-rejected`, of all collectors as they last reported it. */
  rejectedRows(): number;
  /** The state of loading, of the slice that is furthest behind. */
  loading(): LoaderStatus;
  /** The same by slice. */
  loadingBySlice(): ReadonlyMap<string, LoaderStatus>;
  /**
   * Removes a visitor's events that the columnar store refused, or that the disk damaged and that still name the visitor,
   * durably.
   *
   * @param visitorId decimal
   * @returns their numbers
   */
  removeUnloaded(
    productId: number,
    visitorId: string,
  ): Promise<{ readonly rejected: number; readonly damaged: number }>;
  /**
   * Loads what was accepted until now, and removes its files.
   *
   * @returns false: files are left, because a slice did not accept their events
   */
  emptyJournal(): Promise<boolean>;
  /** Writes, syncs and removes a file in the directory of events. @throws the error of the disk that refuses it */
  probeJournal(): Promise<void>;
  /** Whether the settings cannot be read, so that the last known ones stay in effect. */
  hasStoredSettings(): boolean;
  /** Loads the durable events into a slice, by default into all, now instead of within the second. */
  drain(slice?: string): Promise<void>;
  /** Reads products, ads, redirects and settings now, instead of within the second. */
  refresh(): Promise<void>;
  /** Counters since the start: accepted, flagged, dropped and refused, by kind and reason. */
  counts(): Readonly<Record<string, number>>;
  /** Makes accepted events durable, loads them if the store is available, and refuses all later ones. */
  close(): Promise<void>;

  // The dependencies of the routes.
  tracking(): Tracking;
  readonly lookUp: UnknownIds['lookUp'];
  readonly clicks: Tokens<Click>;
  readonly passes: Tokens<Pass>;
  readonly tagTokens: Tokens<bigint>;
  readonly agents: (ua: string) => Agent;
  readonly newVisitor: () => string;
  readonly repeats: Repeats;
  readonly reports: RecentReports;
  readonly earlierReports: FindReported;
  readonly notices: Notices;
  readonly tags: Tags;
  readonly counters: Counts;
  readonly claims: ConversionClaims;
}

export interface CollectorOptions {
  readonly journal?: JournalOptions;
  readonly loader?: LoaderOptions;
  /** Age in ms at which a segment of the journal ends. */
  readonly maxSegmentAgeMs?: number;
  readonly tracking?: TrackingCacheOptions;
  /** The collectors that share the stores; absent or null: this one is alone. */
  readonly group?: CollectorGroup | null;
}

/**
 * Reads the settings; if the store is unavailable, those of the last snapshot.
 *
 * @throws the error of the store if there is no snapshot
 */
const openSettings = async (
  parts: Dependencies,
  options: TrackingCacheOptions = {},
): Promise<TrackingCache> => {
  const { db, log } = parts;
  try {
    return await openTrackingCache(db, log, options);
  } catch (error) {
    const snapshot = isStoreUnavailable(error) ? await readTrackingSnapshot(parts) : null;
    if (snapshot === null) throw error;
    return openTrackingCache(db, log, { ...options, snapshot });
  }
};

/**
 * Opens the journal and the loaders, and makes future ids exceed those of all existing events, even if the
 * clock was set back.
 */
const openEventStores = async (
  parts: Dependencies,
  options: Pick<CollectorOptions, 'journal' | 'loader' | 'group'>,
): Promise<{
  readonly journal: Journal;
  readonly loaders: SliceLoaders;
  readonly rejected: RejectedRows;
  readonly damaged: DamagedLines;
}> => {
  const { settings, slices, ids, log } = parts;
  const folder = join(settings.dataDir, 'journal');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await segmentNames(folder);
  const positions = await Promise.all(
    slices.all.map(async slice => {
      const recorded = await readPosition(folder, names, slice.name);
      const position = options.group?.wasStopped === true ? withAllUnsure(recorded, names) : recorded;
      return { slice, position, watermark: await lastEventOf(slice, position) };
    }),
  );
  const lastNumber = Math.max(...positions.map(({ position }) => position.lastNumber));
  const journal = await openJournal(folder, log, { ...options.journal, lastNumber });
  const unsure = positions.flatMap(({ position }) => position.unsure);
  ids.keepAbove(await lastJournaledId(journal.segments(), unsure));
  for (const { position, watermark } of positions)
    for (const id of [watermark, position.watermark]) ids.keepAbove(BigInt(id));
  const rejected = await openRejectedRows(folder);
  const damaged = await openDamagedLines(folder);
  const clicks = options.group?.clicks ?? null;
  const loaders = openSliceLoaders(
    { ...parts, folder, journal, rejected, damaged, positions, clicks },
    options.loader,
  );
  return { journal, loaders, rejected, damaged };
};

const ACCEPTED_COUNTERS = Object.fromEntries(TABLES.map(table => [table, `accepted_${table}`])) as Record<
  Event['table'],
  string
>;

/** Makes `accept`: it appends events to the journal, and counts them once they are durable. */
const createAccept = (
  journal: Journal,
  counters: Counts,
  clicks: CollectorGroup['clicks'] | undefined,
): Collector['accept'] => {
  const count = (events: readonly Event[]) => {
    for (const { table, row } of events) {
      counters.add(ACCEPTED_COUNTERS[table]);
      if (row.bot === 1) counters.add('flagged_bot');
      if (table === 'contact' && row.repeated === 1) counters.add('flagged_repeated');
    }
  };
  return events => {
    let frames = '';
    for (const event of events) frames += frameOf(event);
    return journal.append(frames, events.length).then(() => {
      count(events);
      clicks?.add(events);
    });
  };
};

const countAll = (
  counters: Counts,
  loaders: SliceLoaders,
  group: CollectorGroup | null,
): Readonly<Record<string, number>> => ({
  ...counters.all(),
  ...(group !== null && { judged_with_others: group.clicks.changedCount() }),
  waiting_rows: loaders.pending(),
});

const removalOfUnloaded =
  (rejected: RejectedRows, damaged: DamagedLines): Collector['removeUnloaded'] =>
  async (productId, visitorId) => {
    const found = rejectedRowsOf(rejected, productId, visitorId);
    if (found.length > 0) await rejected.remove(found);
    return { rejected: found.length, damaged: await damaged.remove(productId, visitorId) };
  };

const createTokenKinds = ({
  click,
  crossdomain,
}: Dependencies['secrets']): Pick<Collector, 'clicks' | 'passes' | 'tagTokens'> => ({
  clicks: createClickTokens(click),
  passes: createPasses(crossdomain),
  tagTokens: createTagTokens(click),
});

/** What recognises reports that the tag sends again. */
const createReportMemory = (
  { slices, log }: Pick<Dependencies, 'slices' | 'log'>,
  journal: Journal,
  counters: Counts,
): Pick<Collector, 'reports' | 'earlierReports'> => ({
  reports: createRecentReports(),
  earlierReports: createEarlierReports(eventsOfReport(journal, slices), { counters, log }),
});

/**
 * Opens the journal under `dataDir/journal`, loads the remainder of an earlier run, and reads the settings.
 * From then on `parts.ids` exceed the ids of all existing events, even if the clock was set back.
 *
 * If a store is unreachable, events are accepted nevertheless: by the settings of the last snapshot, and they
 * are loaded when the store is available again.
 *
 * @throws the error of the relational store if it is unreachable and there is no snapshot of the settings
 */
export const openCollector = async (
  parts: Dependencies,
  options: CollectorOptions = {},
): Promise<Collector> => {
  const { settings, secrets, slices, clock } = parts;
  const cache = await openSettings(parts, options.tracking);
  const snapshot = writeTrackingSnapshot(cache, parts);
  const { journal, loaders, rejected, damaged } = await openEventStores(parts, options);
  const { group = null } = options;
  const report = group?.report(loaders, parts.ids);
  const counters = createCounts(clock);
  const accept = createAccept(journal, counters, group?.clicks);
  const notices = createNotices(parts);
  const rotation = startEndingOldSegments(journal, parts.log, options.maxSegmentAgeMs);
  const claims = openConversionClaims({
    parts,
    accept,
    findRecorded: recordedConversions(journal, slices),
    counters,
  });
  return {
    accept,
    onLoaded: loaders.onLoaded,
    onOthersLoaded: listener => group?.onOthersLoaded(listener),
    watermark: slice => (slice === undefined ? loaders : loaders.bySlice.get(slice)!).watermark(),
    completeUpTo: async slice => (group === null ? null : group.completeUpTo(slice)),
    groupLagMs: () => group?.lagMs() ?? 0,
    rejectedRows: () => Math.max(loaders.status().rejectedRows, group?.rejectedRows() ?? 0),
    drain: slice => (slice === undefined ? loaders : loaders.bySlice.get(slice)!).drain(),
    loading: loaders.status,
    loadingBySlice: loaders.statuses,
    removeUnloaded: removalOfUnloaded(rejected, damaged),
    emptyJournal: () => emptyJournal(journal, loaders),
    probeJournal: journal.probe,
    hasStoredSettings: cache.isStoreUnavailable,
    refresh: cache.refresh,
    counts: () => countAll(counters, loaders, group),
    close: async () => {
      cache.close();
      await snapshot.close();
      await rotation.close();
      await notices.close();
      await journal.close();
      await claims.close();
      await loaders.close();
      await report?.close();
    },
    tracking: cache.current,
    lookUp: createUnknownIds(cache).lookUp,
    ...createTokenKinds(secrets),
    agents: createAgents(),
    newVisitor: createVisitors(),
    repeats: createRepeats(),
    ...createReportMemory(parts, journal, counters),
    notices,
    tags: await createTags(settings.publicUrl),
    counters,
    claims,
  };
};
