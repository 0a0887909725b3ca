import { Failure, type FaultCode } from '../../../http/failures.ts';
import type { Database } from '../engine/database.ts';
import type { ad, ChangeAction } from '../schema/index.ts';
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sources, type EntityName } from './entity-sources.ts';
import { tenantOf, type Source } from './source.ts';

/** The parts of a write to an entity: its row, its rows in link tables, and the checks of its references. */

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
export const tableOf = (source: Source) => source.table as typeof ad;

/** Drizzle's property names of a table's own columns. */
export const keysOf = (source: Source): ReadonlyMap<unknown, string> =>
  new Map(Object.entries(getTableColumns(source.table as PgTable)).map(([key, column]) => [column, key]));

/** Splits values into those of the table's own columns and those stored in other tables. */
export const splitValues = (source: Source, values: StoredRow) => {
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

export const writeLinks = async (
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
export const requireReferred = async (
  tx: Database,
  companyId: number,
  referred: readonly Referred[],
): Promise<void> => {
  const faults: Record<string, FaultCode[]> = {};
  for (const { field, to, ids, productId, where = {} } of referred) {
    const source: Source = sources[to];
    const { columns } = source;
    const table = tableOf(source);
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
export const uniquely = async <Answer>(
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
