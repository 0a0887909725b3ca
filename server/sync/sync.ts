import { Failure } from '../http/failures.ts';
import type { ImportFile, Imports } from '../imports/imports.ts';
import type { Dependencies } from '../dependencies.ts';
import { createEgress, type Lookup } from '../results/egress.ts';
import {
  beginRun,
  endRun,
  forgetRuns,
  interruptRuns,
  type Beginning,
  type SyncError,
  type SyncSetting,
} from '../store/postgres/operations/sync.ts';
import { wrongFrom } from '../platform/schedule.ts';
import { MINUTE } from '../platform/time.ts';
import { fetchSource, type Fetched } from './source.ts';

/**
 * Runs sync settings: downloads the file or takes an uploaded one, imports it completely or not at all, and records
 * the outcome. One run per setting at a time.
 */

export interface SyncOptions {
  /** Timeout of a source's whole file in milliseconds; default 60,000. */
  readonly timeout?: number;
  readonly lookup?: Lookup;
  /** Allows sources without TLS, for tests. */
  readonly plain?: boolean;
}

/** The user or schedule that starts a run. `userId` null: the schedule. */
export interface Starter {
  readonly userId: number | null;
  /** The API key with which the user started it; absent: none. */
  readonly apiKeyId?: number | undefined;
  readonly ip: string;
  readonly stillDue?: Beginning['stillDue'];
}

export interface Sync {
  /**
   * Starts a run in the background.
   *
   * @returns id of the run, or of the run under way; null: the setting is deleted
   */
  begin(setting: SyncSetting, starter: Starter): Promise<number | null>;
  /**
   * Runs a setting with an uploaded file and waits for the end.
   *
   * @returns id of the run; null: another run is under way, or the setting is deleted
   */
  upload(setting: SyncSetting, starter: Starter, file: UploadedFile): Promise<number | null>;
  /** Refuses new runs; resolves when the runs under way have ended, or were aborted after some seconds. */
  close(): Promise<void>;
}

/** Milliseconds after which a run without an end was left by a crashed program. */
const MAX_RUN_MS = 20 * MINUTE;
const SHUTDOWN_TIMEOUT_MS = 3_000;
const MAX_STORED_RUNS = 500;
const MAX_STORED_ERRORS = 1_000;

/** An uploaded file with its format. */
type UploadedFile = Pick<ImportFile, 'bytes' | 'format'>;

interface End {
  readonly failure: string;
  readonly rows: number;
  readonly applied: number;
  readonly errors: readonly SyncError[];
}

/** Outcome of an unreadable file; its faults have row 0. */
const refused = ({ fields }: Failure): End => ({
  failure: 'file',
  rows: 0,
  applied: 0,
  errors: Object.entries(fields).flatMap(([field, faults]) =>
    faults.map(({ code, values }) => ({ row: 0, field, code, ...(values && { values: { ...values } }) })),
  ),
});

/** Imports a file, completely or not at all. */
const applyFile = async (
  imports: Imports,
  { companyId, productId, kind, mapping }: SyncSetting,
  { userId, apiKeyId, ip }: Starter,
  at: Date,
  file: UploadedFile,
): Promise<End> => {
  try {
    const { total, counts, errors } = await imports.apply(
      { companyId, productId, userId, apiKeyId, ip, at },
      { kind, mapping, ...file },
      true,
    );
    return {
      failure: errors.length > 0 ? 'rows' : '',
      rows: total,
      applied: counts.create + counts.update + counts.replace,
      errors: errors
        .slice(0, MAX_STORED_ERRORS)
        .map(({ values, ...error }) => ({ ...error, ...(values && { values: { ...values } }) })),
    };
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return refused(error);
    throw error;
  }
};

/** Records the outcome of a run. Never rejects: a run without an outcome later counts as interrupted. */
const recordEnd = async (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  id: number,
  setting: SyncSetting,
  end: End,
): Promise<void> => {
  try {
    await endRun(db, id, { ...end, at: new Date(clock.now()) });
    await forgetRuns(db, setting.companyId, setting.id, MAX_STORED_RUNS);
    if (end.failure !== '')
      log.info(
        { setting: setting.id, run: id, failure: end.failure, errors: end.errors.length },
        'An import failed; nothing was stored.',
      );
  } catch (error) {
    log.error(
      { err: error, setting: setting.id, run: id },
      'The outcome of an import could not be stored; the run will be marked as interrupted.',
    );
  }
};

interface RunParts extends Pick<Dependencies, 'db' | 'clock' | 'log'> {
  readonly imports: Imports;
  /** Aborted when the shutdown no longer waits for runs. */
  readonly signal: AbortSignal;
}

/**
 * Executes a run and records its outcome. Never rejects. @param getFile downloads the file, unless it was uploaded
 */
const carryOut = async (
  parts: RunParts,
  id: number,
  setting: SyncSetting,
  starter: Starter,
  getFile: () => Promise<UploadedFile | Fetched>,
): Promise<void> => {
  const { clock, log, imports, signal } = parts;
  let end: End = { failure: 'unexpected', rows: 0, applied: 0, errors: [] };
  try {
    const fetched = await getFile();
    if (signal.aborted) end = { ...end, failure: 'interrupted' };
    else if ('failure' in fetched) end = { ...end, failure: fetched.failure };
    else {
      const file = { format: setting.format, ...fetched };
      end = await applyFile(imports, setting, starter, new Date(clock.now()), file);
    }
  } catch (error) {
    log.error({ err: error, setting: setting.id, run: id }, 'A scheduled import failed unexpectedly.');
  }
  await recordEnd(parts, id, setting, end);
};

/** @returns resolves when all are settled, or after `ms` milliseconds */
const settleWithin = (promises: Iterable<Promise<void>>, ms: number): Promise<unknown> =>
  Promise.race([
    Promise.allSettled(promises),
    new Promise<void>(resolve => {
      setTimeout(resolve, ms).unref();
    }),
  ]);

export const createSync = (
  parts: Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings'>,
  imports: Imports,
  { timeout = MINUTE, lookup, plain = false }: SyncOptions = {},
): Sync => {
  const { db, clock, settings } = parts;
  const egress = createEgress({ allowPrivate: settings.webhookAllowPrivate, ...(lookup && { lookup }) });
  const abort = new AbortController();
  const underWay = new Map<number, Promise<void>>();
  let closing = false;

  const fetch = (url: string) =>
    fetchSource(url, { dispatcher: egress, timeout, signal: abort.signal, plain });

  const start = async (
    setting: SyncSetting,
    starter: Starter,
    uploadedFile: UploadedFile | null,
  ): Promise<{ readonly id: number; readonly begun: boolean } | null> => {
    if (closing) throw new Failure('overloaded');
    const at = clock.now();
    const run = await beginRun(db, setting, {
      userId: starter.userId,
      apiKeyId: starter.apiKeyId,
      at: new Date(at),
      abandonedBefore: new Date(at - MAX_RUN_MS),
      ahead: new Date(wrongFrom(at)),
      ...(starter.stillDue && { stillDue: starter.stillDue }),
    });
    if (run?.begun !== true) return run;
    const file = async () => uploadedFile ?? (await fetch(setting.sourceUrl));
    const ended = carryOut({ ...parts, imports, signal: abort.signal }, run.id, setting, starter, file);
    underWay.set(
      run.id,
      ended.finally(() => underWay.delete(run.id)),
    );
    return run;
  };

  return {
    begin: async (setting, starter) => (await start(setting, starter, null))?.id ?? null,
    upload: async (setting, starter, file) => {
      const run = await start(setting, starter, file);
      if (run?.begun !== true) return null;
      await underWay.get(run.id);
      return run.id;
    },
    close: async () => {
      closing = true;
      const abortTimer = setTimeout(() => abort.abort(), SHUTDOWN_TIMEOUT_MS);
      await settleWithin(underWay.values(), 2 * SHUTDOWN_TIMEOUT_MS);
      clearTimeout(abortTimer);
      // An import that was applied remains applied; the outcome of its run may state less than that.
      if (underWay.size > 0) await interruptRuns(db, [...underWay.keys()], new Date(clock.now()));
      await egress.destroy();
    },
  };
};
