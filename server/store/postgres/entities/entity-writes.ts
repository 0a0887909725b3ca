import { and, eq, getTableColumns, inArray, is, SQL, sql } from 'drizzle-orm';
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { Failure, type FaultCode } from '../../../http/failures.ts';
import { recordChanges, type Author, type ChangeAction } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { sources, tenantOf, type EntityName, type Source } from './entity-sources.ts';
import type { ad } from '../schema/index.ts';

/**
 * Writes to the plain entities. Each function is one step of the caller's transaction: it locks the row, compares the
 * version, checks references, and writes the row with its audit entry.
 */

/** A stored row by API field names. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Ids that a field refers to: they must be of this entity and company, and not deleted. */
export interface Referred {
  readonly field: string;
  readonly to: EntityName;
  readonly ids: readonly number[];
  /** The product to which the rows must belong, if any. */
  readonly productId: number | null;
  readonly where?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** The write of one row. */
export interface Plan {
  /** Stored values by API field names. */
  readonly values: StoredRow;
  readonly referred: readonly Referred[];
  /** The changed fields for the audit log, in API form. */
  readonly before: StoredRow | null;
  readonly after: StoredRow;
}

/** Check before a change, in its transaction; throws if the change is not permitted. */
export type Guard = (
  tx: Database,
  change: {
    readonly id: number;
    readonly action: ChangeAction;
    readonly before: StoredRow | null;
    readonly after: StoredRow;
  },
) => Promise<void>;

/** Checks that accompany a write. */
export interface WriteOptions {
  readonly guard?: Guard | undefined;
  /** Unique indexes, and the field to report when a row violates one. */
  readonly unique?: Readonly<Record<string, string>> | undefined;
}

export interface InsertOptions extends WriteOptions {
  /**
   * Values by schema property that are stored with a new row and never shown, not even in the audit log: a password
   * hash.
   */
  readonly hidden?: Readonly<Record<string, unknown>>;
}

/** Tables differ; all have the columns of `ad` that are used here, and rows were validated by their descriptor. */
const tableOf = (source: Source) => source.table as typeof ad;

/** Drizzle's property names of a table's own columns. */
const keysOf = (source: Source): ReadonlyMap<unknown, string> =>
  new Map(Object.entries(getTableColumns(source.table as PgTable)).map(([key, column]) => [column, key]));

/** Splits values into those of the table's own columns and those stored in other tables. */
const splitValues = (source: Source, values: StoredRow) => {
  const keys = keysOf(source);
  const own: Record<string, unknown> = {};
  const beside: [string, unknown][] = [];
  for (const [field, value] of Object.entries(values)) {
    const key = keys.get(source.columns[field]);
    if (key !== undefined) own[key] = value;
    else if (source.links?.[field] !== undefined) beside.push([field, value]);
    else throw new Error(`${field} cannot be written`);
  }
  return { own, beside };
};

const writeLinks = async (
  tx: Database,
  source: Source,
  companyId: number,
  id: number,
  beside: readonly (readonly [string, unknown])[],
): Promise<void> => {
  for (const [field, value] of beside) await source.links?.[field]?.(tx, companyId, id, value);
};

/**
 * Checks references, and locks the referenced rows until the end of the transaction.
 * @throws {Failure} `invalid`: missing, deleted, or of another company or product; the answer does not distinguish
 * these
 */
const requireReferred = async (
  tx: Database,
  companyId: number,
  referred: readonly Referred[],
): Promise<void> => {
  const faults: Record<string, FaultCode[]> = {};
  for (const { field, to, ids, productId, where = {} } of referred) {
    const source: Source = sources[to];
    const { table, columns } = source;
    const product = columns['product_id'];
    const found = await tx
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          inArray(table.id, [...ids]),
          eq(tenantOf(source), companyId),
          eq(table.status, true),
          product === undefined || productId === null ? undefined : sql`${product} = ${productId}`,
          ...Object.entries(where).map(([name, value]) => sql`${columns[name]} = ${value}`),
        ),
      )
      .for('share');
    if (found.length < new Set(ids).size) faults[field] = ['absent'];
  }
  if (Object.keys(faults).length > 0) throw new Failure('invalid', { fields: faults });
};

interface DriverError {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly cause?: unknown;
}

/** Runs a write and reports the field of a violated unique index. */
const uniquely = async <Answer>(
  unique: Readonly<Record<string, string>> | undefined,
  write: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = ((error as DriverError).cause ?? error) as DriverError;
    const field = code === '23505' ? unique?.[String(constraint)] : undefined;
    throw field === undefined
      ? error
      : new Failure('invalid', { fields: { [field]: ['taken'] }, cause: error });
  }
};

/**
 * Inserts a row.
 * @returns its id
 * @throws {Failure} `invalid`
 */
export const insertEntity = async (
  tx: Database,
  name: EntityName,
  author: Author,
  plan: Plan,
  { guard, unique, hidden }: InsertOptions = {},
): Promise<number> => {
  const source: Source = sources[name];
  const table = tableOf(source);
  await requireReferred(tx, author.companyId, plan.referred);
  const { own, beside } = splitValues(source, plan.values);
  await guard?.(tx, { id: 0, action: 'create', before: null, after: plan.after });
  const [made] = await uniquely(unique, () =>
    tx
      .insert(table)
      .values({
        ...own,
        ...hidden,
        companyId: author.companyId,
        createdAt: author.at,
        updatedAt: author.at,
      } as typeof ad.$inferInsert)
      .returning({ id: table.id }),
  );
  if (made === undefined) throw new Error(`a row of ${name} was not stored`);
  await writeLinks(tx, source, author.companyId, made.id, beside);
  await recordChanges(tx, author, name, [
    { rowId: made.id, action: 'create', before: null, after: plan.after },
  ]);
  return made.id;
};

/**
 * A time later than the previous `updated_at`, also within one millisecond or after the clock was set back: clients use
 * it as the row's version.
 */
const next = (table: typeof ad, at: Date) =>
  sql`greatest(${at.toISOString()}::timestamptz, ${table.updatedAt} + interval '1 millisecond')`;

/** Fields stored in the table itself or in a link table, without those of joined rows. */
const storedFields = (source: Source) => {
  const keys = keysOf(source);
  return Object.fromEntries(
    Object.entries(source.columns).filter(
      ([, column]) => keys.has(column) || is(column, SQL) || !is(column, PgColumn),
    ),
  );
};

/** Loads rows by id and locks them until the end of the transaction. */
const holdRows = async (
  tx: Database,
  name: EntityName,
  companyId: number,
  ids: readonly number[],
): Promise<(StoredRow & { readonly id: number; readonly status: boolean; readonly updated_at: Date })[]> => {
  const source: Source = sources[name];
  const table = tableOf(source);
  const rows = await tx
    .select({ ...storedFields(source), id: table.id })
    .from(table)
    .where(and(eq(tenantOf(source), companyId), inArray(table.id, [...ids])))
    .orderBy(table.id)
    .for('no key update');
  return rows as unknown as (StoredRow & {
    readonly id: number;
    readonly status: boolean;
    readonly updated_at: Date;
  })[];
};

/**
 * Updates a row.
 * @param change.seen `updated_at` of the row as it was read; null: any version (imports)
 * @param change.plan computes the write from the current row; null: no change
 * @throws {Failure} `not_found`; `conflict`: changed since `seen`; `invalid`
 */
export const updateEntity = async (
  tx: Database,
  name: EntityName,
  author: Author,
  id: number,
  change: { seen: Date | null; plan: (before: StoredRow) => Plan | null },
  { guard, unique }: WriteOptions = {},
): Promise<void> => {
  const source: Source = sources[name];
  const table = tableOf(source);
  const [row] = await holdRows(tx, name, author.companyId, [id]);
  if (row === undefined) throw new Failure('not_found');
  if (change.seen !== null && row.updated_at.getTime() !== change.seen.getTime())
    throw new Failure('conflict');
  // A deleted row must be restored before it is changed.
  if (!row.status) throw new Failure('not_found');
  const plan = change.plan(row);
  // The guard also runs without a change, so that a user without permission gets the same answer for any values.
  await guard?.(tx, { id, action: 'update', before: row, after: plan?.after ?? {} });
  if (plan === null) return;
  await requireReferred(tx, author.companyId, plan.referred);
  const { own, beside } = splitValues(source, plan.values);
  await uniquely(unique, () =>
    tx
      .update(table)
      .set({ ...own, updatedAt: next(table, author.at) } as object)
      .where(and(eq(tenantOf(source), author.companyId), eq(table.id, id))),
  );
  await writeLinks(tx, source, author.companyId, id, beside);
  await recordChanges(tx, author, name, [
    { rowId: id, action: 'update', before: plan.before, after: plan.after },
  ]);
};

/**
 * Marks rows as deleted, or removes the mark, all or none. Rows with the wanted status stay unchanged.
 * @throws {Failure} `not_found`: a row does not exist; `invalid`: a restored row violates a unique index
 */
export const markEntities = async (
  tx: Database,
  name: EntityName,
  author: Author,
  ids: readonly number[],
  status: boolean,
  { guard, unique }: WriteOptions = {},
): Promise<void> => {
  const source: Source = sources[name];
  const table = tableOf(source);
  const action = status ? 'restore' : 'remove';
  const rows = await holdRows(tx, name, author.companyId, ids);
  if (rows.length < new Set(ids).size) throw new Failure('not_found');
  const [before, after] = [{ status: !status }, { status }];
  // The guard runs for all rows, so that a user without permission gets the same answer for any rows.
  for (const row of rows) await guard?.(tx, { id: row.id, action, before: row, after });
  const changed = rows.filter(row => row.status !== status);
  if (changed.length === 0) return;
  await uniquely(unique, () =>
    tx
      .update(table)
      .set({ status, updatedAt: next(table, author.at) } as object)
      .where(
        and(
          eq(tenantOf(source), author.companyId),
          inArray(
            table.id,
            changed.map(({ id }) => id),
          ),
        ),
      ),
  );
  await recordChanges(
    tx,
    author,
    name,
    changed.map(({ id }) => ({ rowId: id, action, before, after })),
  );
};
