import { and, asc, eq, inArray, isNotNull, isNull, ne, not, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { DEFAULT_SLICE } from '../../../platform/slice-names.ts';
import { collector, sliceWatermark } from '../schema/index.ts';

/** Event ids have ten bits for the number of a collector. */
export const MAX_COLLECTORS = 1024;

/** The digest of a program that stopped, which may start with other keys. */
const STOPPED = '';
/** A program whose last report is older has ended. */
const RUNNING_SECONDS = 60;
/** A collector reports twice a second: one whose last report is older is likely killed or cut off. */
const SILENT_SECONDS = 15;

/** Whether a process has reported lately. One of the future reported while the clock was ahead, and not since. */
export const reportedWithin = (seconds: number) =>
  sql<boolean>`abs(extract(epoch from now() - ${collector.seenAt})) < ${seconds}`;

/** A data folder and the process that opened it. */
export interface CollectorProcess {
  readonly folderId: string;
  readonly processId: string;
  /** Name of the machine, for operators. */
  readonly host: string;
}

/**
 * `registered`: `number` belongs to the folder. `wasStopped`: the folder is known, and nobody waited for its events.
 * `other_keys`: a program that runs on the machine `host` has other keys. `full`: all numbers are in use.
 */
export type Registration =
  | { readonly kind: 'registered'; readonly number: number; readonly wasStopped: boolean }
  | { readonly kind: 'other_keys'; readonly host: string }
  | { readonly kind: 'full' };

/** After this time a process that ended, and never had an event, does not return. */
const RETURN_DAYS = 7;

/**
 * Deletes the process that ended longest ago among those that never had an event, and whose number is in no event id
 * therefore: processes without the role collector whose data folders do not survive a restart.
 *
 * @returns its number; null: there is none
 */
const releaseUnusedNumber = async (tx: Database): Promise<number | null> => {
  const hadNoEvents = and(
    isNull(collector.lowWatermark),
    eq(collector.loadedEvents, 0),
    eq(collector.rejectedRows, 0),
    sql`${collector.seenAt} < now() - make_interval(days => ${RETURN_DAYS})`,
  );
  const oldest = tx
    .select({ number: collector.number })
    .from(collector)
    .where(hadNoEvents)
    .orderBy(asc(collector.seenAt), asc(collector.number))
    .limit(1);
  const [released] = await tx
    .delete(collector)
    .where(inArray(collector.number, oldest))
    .returning({ number: collector.number });
  return released?.number ?? null;
};

/** The lowest number that was never assigned, or else one that is in no event id. */
const findFreeNumber = async (tx: Database): Promise<number | null> => {
  const {
    rows: [free],
  } = await tx.execute<{ number: number | null }>(
    sql`select min(n) as number from generate_series(0, ${MAX_COLLECTORS - 1}) as n where not exists (select from ${collector} where number = n)`,
  );
  return free?.number ?? releaseUnusedNumber(tx);
};

/**
 * A program that runs and has other keys. What ended without a stop had the keys of its time, which may have been
 * replaced since; it registers when it returns.
 */
const hasOtherKeys = (keysDigest: string) =>
  and(notInArray(collector.keysDigest, [keysDigest, STOPPED]), reportedWithin(RUNNING_SECONDS));

/**
 * Registers a process under the number of its folder, or under a free one where the folder is new. An earlier
 * process of the folder loses the number.
 *
 * @param keysDigest digest of the keys of the process
 * @param lowWatermark decimal event id; null: it accepts no events. That of an earlier process which left events in the
 *   journal remains
 */
export const registerCollector = (
  db: Database,
  { folderId, processId, host }: CollectorProcess,
  keysDigest: string,
  lowWatermark: string | null,
): Promise<Registration> =>
  db.transaction(async tx => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('touchpath collectors'))`);
    const [other] = await tx
      .select({ host: collector.host })
      .from(collector)
      .where(and(ne(collector.folderId, folderId), hasOtherKeys(keysDigest)));
    if (other !== undefined) return { kind: 'other_keys', host: other.host };
    const process = { processId, host, keysDigest };
    const [known] = await tx.select().from(collector).where(eq(collector.folderId, folderId));
    const number = known?.number ?? (await findFreeNumber(tx));
    if (number === null) return { kind: 'full' };
    await tx
      .insert(collector)
      .values({ number, folderId, ...process, lowWatermark })
      .onConflictDoUpdate({
        target: collector.folderId,
        set: { ...process, lowWatermark: known?.lowWatermark ?? lowWatermark, seenAt: sql`now()` },
      });
    return { kind: 'registered', number, wasStopped: known?.lowWatermark === null };
  });

/** The active collector that has loaded least. */
export interface SlowestCollector {
  readonly number: number;
  readonly host: string;
  /** Decimal event id. */
  readonly lowWatermark: string;
  /** Whether it runs: it reports that it loads nothing. */
  readonly isRunning: boolean;
}

/** What the running collectors have loaded. */
export interface CollectorProgress {
  /** Number of other collectors that accept events, or that ended with events in their journals. */
  readonly others: number;
  /**
   * For each slice, the collector that has loaded least into it: every event up to its low watermark is loaded. Empty:
   * there is no collector.
   */
  readonly slowest: ReadonlyMap<string, SlowestCollector>;
  /** Time of the database, in ms since 1970; null: no collector is registered. */
  readonly databaseTime: number | null;
  /** Number of events that were ever loaded. */
  readonly loadedEvents: number;
  /** Number of events that wait for `npm run replay-rejected`, in the folders of all collectors. */
  readonly rejectedRows: number;
  /** Machine of a running program that has other keys; null: all have the same. */
  readonly otherKeysAt: string | null;
}

/** What a collector has loaded into a slice: nothing, where it has not reported it. */
const watermarkIn = (
  slice: string,
  { number, lowWatermark }: { readonly number: number; readonly lowWatermark: string },
  reported: readonly (typeof sliceWatermark.$inferSelect)[],
): string =>
  slice === DEFAULT_SLICE
    ? lowWatermark
    : (reported.find(row => row.slice === slice && row.number === number)?.lowWatermark ?? '0');

/**
 * Reads the progress of all collectors.
 *
 * @param slices names
 * @param own number of this process
 * @param keysDigest digest of its keys
 */
export const readCollectorProgress = async (
  db: Database,
  slices: readonly string[],
  own: number,
  keysDigest: string,
): Promise<CollectorProgress> => {
  const beside = slices.filter(slice => slice !== DEFAULT_SLICE);
  const reported =
    beside.length === 0
      ? []
      : await db.select().from(sliceWatermark).where(inArray(sliceWatermark.slice, beside));
  const rows = await db
    .select({
      number: collector.number,
      host: collector.host,
      lowWatermark: collector.lowWatermark,
      loadedEvents: collector.loadedEvents,
      rejectedRows: collector.rejectedRows,
      isRunning: reportedWithin(SILENT_SECONDS),
      hasOtherKeys: sql<boolean>`${hasOtherKeys(keysDigest)}`,
      databaseTime: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number),
    })
    .from(collector);
  const active = rows.flatMap(({ lowWatermark, ...row }) =>
    lowWatermark === null ? [] : [{ ...row, lowWatermark }],
  );
  const slowest = new Map<string, SlowestCollector>();
  for (const slice of slices)
    for (const { number, host, isRunning, ...row } of active) {
      const lowWatermark = watermarkIn(slice, { number, ...row }, reported);
      const known = slowest.get(slice);
      if (known === undefined || BigInt(lowWatermark) < BigInt(known.lowWatermark))
        slowest.set(slice, { number, host, lowWatermark, isRunning });
    }
  return {
    others: active.filter(({ number }) => number !== own).length,
    slowest,
    databaseTime: rows[0]?.databaseTime ?? null,
    loadedEvents: rows.reduce((sum, { loadedEvents }) => sum + loadedEvents, 0),
    rejectedRows: rows.reduce((sum, { rejectedRows }) => sum + rejectedRows, 0),
    otherKeysAt: rows.find(row => row.hasOtherKeys)?.host ?? null,
  };
};

/** Records how far a collector has loaded into the slices beside the default one. */
const reportSlices = async (
  db: Database,
  number: number,
  lowWatermarks: ReadonlyMap<string, string>,
): Promise<void> => {
  const rows = [...lowWatermarks]
    .filter(([slice]) => slice !== DEFAULT_SLICE)
    .map(([slice, lowWatermark]) => ({ number, slice, lowWatermark }));
  if (rows.length === 0) return;
  await db
    .insert(sliceWatermark)
    .values(rows)
    .onConflictDoUpdate({
      target: [sliceWatermark.number, sliceWatermark.slice],
      set: { lowWatermark: sql`greatest(${sliceWatermark.lowWatermark}, excluded.low_watermark)` },
    });
};

/** What a collector reports of itself. */
export interface CollectorReport {
  /** Decimal, by slice; null: it has no events to load, and accepts none. */
  readonly lowWatermarks: ReadonlyMap<string, string> | null;
  /** Number of events that were loaded since the last report. */
  readonly loadedEvents: number;
  /** Number of events that wait for `npm run replay-rejected`. */
  readonly rejectedRows: number;
  /** Time up to which its clicks are published, in ms since 1970; null: they are not. */
  readonly clicksUntil: number | null;
  /** Digest of its present keys; null: it stops, and its place may be taken by a program with other keys. */
  readonly keysDigest: string | null;
}

/**
 * Records how far a collector has loaded. Watermarks never go back.
 *
 * @returns false: another process has opened the folder, or an operator removed the collector
 */
export const reportCollector = async (
  db: Database,
  { folderId, processId }: Pick<CollectorProcess, 'folderId' | 'processId'>,
  { lowWatermarks, loadedEvents, rejectedRows, clicksUntil, keysDigest }: CollectorReport,
): Promise<boolean> => {
  const lowWatermark = lowWatermarks?.get(DEFAULT_SLICE) ?? null;
  const [reported] = await db
    .update(collector)
    .set({
      seenAt: sql`now()`,
      loadedEvents: sql`${collector.loadedEvents} + ${loadedEvents}`,
      lowWatermark:
        lowWatermark === null ? null : sql`greatest(${collector.lowWatermark}, ${lowWatermark}::bigint)`,
      rejectedRows,
      clicksUntil,
      keysDigest: keysDigest ?? STOPPED,
    })
    .where(and(eq(collector.folderId, folderId), eq(collector.processId, processId)))
    .returning({ number: collector.number });
  if (reported === undefined) return false;
  if (lowWatermarks !== null) await reportSlices(db, reported.number, lowWatermarks);
  return true;
};

/** A collector as an operator sees it. */
export interface CollectorRow {
  readonly number: number;
  readonly host: string;
  readonly lowWatermark: string | null;
  /** How far it has loaded into the slices beside the default one. */
  readonly beside: readonly { readonly slice: string; readonly lowWatermark: string }[];
  /** Number of events that wait for `npm run replay-rejected`. */
  readonly rejectedRows: number;
  readonly seenAt: Date;
}

/** All collectors by their numbers. */
export const listCollectors = async (db: Database): Promise<CollectorRow[]> => {
  const rows = await db
    .select({
      number: collector.number,
      host: collector.host,
      lowWatermark: collector.lowWatermark,
      rejectedRows: collector.rejectedRows,
      seenAt: collector.seenAt,
    })
    .from(collector)
    .orderBy(asc(collector.number));
  const reported = await db.select().from(sliceWatermark).orderBy(asc(sliceWatermark.slice));
  return rows.map(row => ({ ...row, beside: reported.filter(({ number }) => number === row.number) }));
};

/**
 * Gives up a collector whose folder is lost: reports and results no longer wait for its events. Its number stays taken,
 * because its events are stored under it. One that runs is not lost: its next report would name it again, and
 * conversions of the time between would be evaluated without its contacts.
 *
 * @returns unknown: no active collector has the number
 */
export const abandonCollector = async (
  db: Database,
  number: number,
): Promise<'abandoned' | 'running' | 'unknown'> => {
  const isActive = and(eq(collector.number, number), isNotNull(collector.lowWatermark));
  const abandoned = await db
    .update(collector)
    .set({ lowWatermark: null, rejectedRows: 0 })
    .where(and(isActive, or(not(reportedWithin(RUNNING_SECONDS)), eq(collector.keysDigest, STOPPED))))
    .returning({ number: collector.number });
  if (abandoned.length > 0) return 'abandoned';
  return (await db.$count(collector, isActive)) > 0 ? 'running' : 'unknown';
};

/** No collector has this number, and no process these keys. */
const NOBODY = { number: -1, keysDigest: '' };

/** Reads for a process that is no collector which one has loaded least into a slice; null: there is no collector. */
export const readSlowestCollector = async (db: Database, slice: string): Promise<SlowestCollector | null> => {
  const { slowest } = await readCollectorProgress(db, [slice], NOBODY.number, NOBODY.keysDigest);
  return slowest.get(slice) ?? null;
};
