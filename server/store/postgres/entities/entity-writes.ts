import { Failure } from '../../../http/failures.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import type { ad } from '../schema/index.ts';
import { and, eq, inArray, is, SQL, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import {
  tableOf,
  keysOf,
  splitValues,
  writeLinks,
  requireReferred,
  uniquely,
  type StoredRow,
  type Plan,
  type WriteOptions,
  type InsertOptions,
} from './entity-write-plan.ts';
import { sources, type EntityName } from './entity-sources.ts';
import { tenantOf, type Source } from './source.ts';

/**
 * Writes to the plain entities. Each function is one step of the caller's transaction: it locks the row, compares the
 * version, checks references, and writes the row with its audit entry.
 */

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
