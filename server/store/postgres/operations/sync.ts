import { and, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { apiKey, company, product, syncRun, syncSetting, user } from '../schema/index.ts';

/** Scheduled imports and their runs. */

export interface SyncSetting {
  readonly id: number;
  readonly companyId: number;
  readonly productId: number;
  readonly kind: 'ads' | 'costs';
  readonly sourceUrl: string;
  readonly format: 'csv' | 'xlsx' | 'json';
  readonly mapping: Readonly<Record<string, string>>;
  readonly schedule: 'none' | 'hourly' | 'daily' | 'weekly' | 'monthly';
  readonly hour: number;
  readonly changedAt: Date;
}

const setting = {
  id: syncSetting.id,
  companyId: syncSetting.companyId,
  productId: syncSetting.productId,
  kind: syncSetting.kind,
  sourceUrl: syncSetting.sourceUrl,
  format: syncSetting.format,
  mapping: syncSetting.mapping,
  schedule: syncSetting.schedule,
  hour: syncSetting.hour,
  changedAt: syncSetting.updatedAt,
};

/**
 * Finds a sync setting of a company that is not deleted; null: none.
 * @param held whether the row is locked until the end of the transaction
 */
export const findSyncSetting = async (
  db: Database,
  companyId: number,
  id: number,
): Promise<SyncSetting | null> =>
  (
    await db
      .select(setting)
      .from(syncSetting)
      .where(and(eq(syncSetting.companyId, companyId), eq(syncSetting.id, id), eq(syncSetting.status, true)))
  )[0] ?? null;

/** Sync settings with a schedule and a source, of existing products and enabled companies. */
export const scheduledSettings = (db: Database): Promise<SyncSetting[]> =>
  db
    .select(setting)
    .from(syncSetting)
    .innerJoin(
      product,
      and(eq(product.id, syncSetting.productId), eq(product.companyId, syncSetting.companyId)),
    )
    .innerJoin(company, and(eq(company.id, syncSetting.companyId), eq(company.status, true)))
    .where(
      and(
        ne(syncSetting.schedule, 'none'),
        ne(syncSetting.sourceUrl, ''),
        eq(syncSetting.status, true),
        eq(product.status, true),
      ),
    )
    .orderBy(syncSetting.id);

export interface SyncError {
  readonly row: number;
  readonly field: string;
  readonly code: string;
  readonly values?: Record<string, string | number>;
}

export interface SyncRun {
  readonly id: number;
  readonly settingId: number;
  readonly userId: number | null;
  readonly userName: string | null;
  /** Name of the API key that started the run; null: none. */
  readonly apiKeyName: string | null;
  readonly state: 'running' | 'done' | 'failed';
  readonly rows: number;
  readonly applied: number;
  readonly errors: readonly SyncError[];
  readonly failure: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

const run = {
  id: syncRun.id,
  settingId: syncRun.syncSettingId,
  userId: syncRun.userId,
  userName: user.name,
  apiKeyName: apiKey.name,
  state: syncRun.state,
  rows: syncRun.rows,
  applied: syncRun.applied,
  errors: syncRun.errors,
  failure: syncRun.failure,
  startedAt: syncRun.startedAt,
  endedAt: syncRun.endedAt,
};
const runsOf = (db: Database) =>
  db
    .select(run)
    .from(syncRun)
    .leftJoin(user, and(eq(user.id, syncRun.userId), eq(user.companyId, syncRun.companyId)))
    .leftJoin(apiKey, and(eq(apiKey.id, syncRun.apiKeyId), eq(apiKey.companyId, syncRun.companyId)));

/** Runs that schedules started, of these settings, each since a given time. */
export const scheduledRunsSince = async (
  db: Database,
  since: readonly { readonly id: number; readonly from: Date }[],
): Promise<SyncRun[]> =>
  since.length === 0
    ? []
    : runsOf(db)
        .where(
          and(
            isNull(syncRun.userId),
            or(
              ...since.map(({ id, from }) =>
                and(eq(syncRun.syncSettingId, id), gte(syncRun.startedAt, from)),
              ),
            ),
          ),
        )
        .orderBy(syncRun.id);

/** The latest runs of a setting, newest first. */
export const lastRuns = (
  db: Database,
  companyId: number,
  settingId: number,
  limit: number,
): Promise<SyncRun[]> =>
  runsOf(db)
    .where(and(eq(syncRun.companyId, companyId), eq(syncRun.syncSettingId, settingId)))
    .orderBy(desc(syncRun.id))
    .limit(limit);

export const findRun = async (db: Database, companyId: number, id: number): Promise<SyncRun | null> =>
  (await runsOf(db).where(and(eq(syncRun.companyId, companyId), eq(syncRun.id, id))))[0] ?? null;

export interface Beginning {
  readonly userId: number | null;
  readonly apiKeyId?: number | undefined;
  readonly at: Date;
  /** An unfinished run that started before this time was abandoned by a crashed process. */
  readonly abandonedBefore: Date;
  /** One from this time on started while the clock was ahead: nobody knows when. */
  readonly ahead: Date;
  /** Checks under the lock whether the run is still due. */
  readonly stillDue?: (tx: Database) => Promise<boolean>;
}

/**
 * Starts a run of a setting, unless one is in progress: at most one run per setting, across processes.
 * @returns the id of the new run or the run in progress; null: the run is no longer due
 */
export const beginRun = (
  db: Database,
  { id, companyId }: Pick<SyncSetting, 'id' | 'companyId'>,
  { userId, apiKeyId, at, abandonedBefore, ahead, stillDue }: Beginning,
): Promise<{ readonly id: number; readonly begun: boolean } | null> =>
  db.transaction(async tx => {
    const [lockedSetting] = await tx
      .select({ id: syncSetting.id })
      .from(syncSetting)
      .where(and(eq(syncSetting.companyId, companyId), eq(syncSetting.id, id), eq(syncSetting.status, true)))
      .for('update');
    if (lockedSetting === undefined) return null;
    const own = and(
      eq(syncRun.companyId, companyId),
      eq(syncRun.syncSettingId, id),
      eq(syncRun.state, 'running'),
    );
    await tx
      .update(syncRun)
      .set({ state: 'failed', failure: 'interrupted', endedAt: at })
      .where(and(own, or(lt(syncRun.startedAt, abandonedBefore), gte(syncRun.startedAt, ahead))));
    const [running] = await tx.select({ id: syncRun.id }).from(syncRun).where(own);
    if (running !== undefined) return { id: running.id, begun: false };
    if (stillDue !== undefined && !(await stillDue(tx))) return null;
    const [made] = await tx
      .insert(syncRun)
      .values({ companyId, syncSettingId: id, userId, apiKeyId, startedAt: at })
      .returning({ id: syncRun.id });
    if (made === undefined) throw new Error('the run was not stored');
    return { id: made.id, begun: true };
  });

/** Records the outcome of a run. A run that was given up meanwhile is not changed. */
export const endRun = async (
  db: Database,
  id: number,
  end: {
    readonly failure: string;
    readonly rows: number;
    readonly applied: number;
    readonly errors: readonly SyncError[];
    readonly at: Date;
  },
): Promise<void> => {
  const { failure, rows, applied, errors, at } = end;
  await db
    .update(syncRun)
    .set({
      state: failure === '' ? 'done' : 'failed',
      failure,
      rows,
      applied,
      errors: [...errors],
      endedAt: at,
    })
    .where(and(eq(syncRun.id, id), eq(syncRun.state, 'running')));
};

/** Deletes the runs of a setting except the newest `maxRuns`. */
export const forgetRuns = async (
  db: Database,
  companyId: number,
  settingId: number,
  maxRuns: number,
): Promise<void> => {
  const oldestStoredRun = db
    .select({ id: syncRun.id })
    .from(syncRun)
    .where(and(eq(syncRun.companyId, companyId), eq(syncRun.syncSettingId, settingId)))
    .orderBy(desc(syncRun.id))
    .limit(1)
    .offset(maxRuns - 1);
  await db
    .delete(syncRun)
    .where(
      and(
        eq(syncRun.companyId, companyId),
        eq(syncRun.syncSettingId, settingId),
        lt(syncRun.id, sql`(${oldestStoredRun})`),
        ne(syncRun.state, 'running'),
      ),
    );
};

/** Marks the runs of this process as interrupted when it shuts down. */
export const interruptRuns = async (db: Database, ids: readonly number[], at: Date): Promise<void> => {
  if (ids.length > 0)
    await db
      .update(syncRun)
      .set({ state: 'failed', failure: 'interrupted', endedAt: at })
      .where(and(inArray(syncRun.id, [...ids]), eq(syncRun.state, 'running')));
};
