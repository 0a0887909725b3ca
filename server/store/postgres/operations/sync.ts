import { and, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { company, product, syncRun, syncSetting, user } from '../schema/index.ts';

/** Imports that run by themselves, and what became of each run. */

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
 * A setting of a company that is not deleted; null: there is none.
 *
 * @param held until the end of the transaction
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

/**
 * The settings of all companies in service that run by schedule: of products that are not deleted, and with a
 * source.
 */
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
    .leftJoin(user, and(eq(user.id, syncRun.userId), eq(user.companyId, syncRun.companyId)));

/** The runs that schedules began of these settings, each since its time. */
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

/** The last runs of a setting, the newest first. */
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
  readonly at: Date;
  /** A run that began before this and has not ended was left by a program that died. */
  readonly abandonedBefore: Date;
  /** Whether it is still to be run, now that nobody else can begin one. */
  readonly stillDue?: (tx: Database) => Promise<boolean>;
}

/**
 * Begins a run of a setting, unless one is under way: there is one at a time, whoever begins it.
 *
 * @returns its number; or that of the run that is under way; or null: it is not to be run any more
 */
export const beginRun = (
  db: Database,
  { id, companyId }: Pick<SyncSetting, 'id' | 'companyId'>,
  { userId, at, abandonedBefore, stillDue }: Beginning,
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
      .where(and(own, lt(syncRun.startedAt, abandonedBefore)));
    const [running] = await tx.select({ id: syncRun.id }).from(syncRun).where(own);
    if (running !== undefined) return { id: running.id, begun: false };
    if (stillDue !== undefined && !(await stillDue(tx))) return null;
    const [made] = await tx
      .insert(syncRun)
      .values({ companyId, syncSettingId: id, userId, startedAt: at })
      .returning({ id: syncRun.id });
    if (made === undefined) throw new Error('the run was not stored');
    return { id: made.id, begun: true };
  });

/** What became of a run. A run that was meanwhile given up stays so. */
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

/** Keeps the newest runs of a setting and removes the others. */
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

/** Ends what this program was doing when it stops. */
export const interruptRuns = async (db: Database, ids: readonly number[], at: Date): Promise<void> => {
  if (ids.length > 0)
    await db
      .update(syncRun)
      .set({ state: 'failed', failure: 'interrupted', endedAt: at })
      .where(and(inArray(syncRun.id, [...ids]), eq(syncRun.state, 'running')));
};
