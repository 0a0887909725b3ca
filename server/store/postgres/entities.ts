import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm';
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core';
import type { Condition } from '../../http/filters.ts';
import type { Paging } from '../../http/paging.ts';
import { conditionsOf } from './conditions.ts';
import type { Database } from './database.ts';
import { sources, type AgencyLimit, type EntityName, type Source } from './entity-sources.ts';

/** Reading the plain entities. Every query names the company; for an agency user it names the agency too. */

export interface Reach {
  readonly companyId: number;
  /** null: everything of the company. */
  readonly limit: AgencyLimit | null;
}

/** A row by its fields' names outside, values as the driver gives them (instants as `Date`), and its `id`. */
export type EntityRow = { readonly id: number } & Readonly<Record<string, unknown>>;

const visible = (db: Database, source: Source, reach: Reach): SQL | undefined =>
  and(eq(source.table.companyId, reach.companyId), reach.limit === null ? undefined : source.ofAgency(reach.limit, db));

const select = (db: Database, source: Source, fields: Record<string, PgColumn | SQL>): PgSelect => {
  const query = db.select(fields).from(source.table).$dynamic() as unknown as PgSelect;
  return source.join?.(query) ?? query;
};

const fieldsOf = (source: Source, fields: readonly string[]): Record<string, PgColumn> => ({
  id: source.table.id,
  ...Object.fromEntries(fields.map(field => {
    const column = source.columns[field];
    if (column === undefined) throw new Error(`No column for ${field}`);
    return [field, column];
  })),
});

/**
 * One page of an entity's rows and how many there are on all pages. In the order asked for, then by id, so that pages never overlap.
 *
 * @param fields the fields to be read
 */
export const pageEntities = async (
  db: Database, name: EntityName, reach: Reach, question: { fields: readonly string[]; conditions: readonly Condition[]; paging: Paging },
): Promise<{ count: number; rows: EntityRow[] }> => {
  const source: Source = sources[name];
  const { paging, conditions, fields } = question;
  const where = and(visible(db, source, reach), conditionsOf(conditions, { id: source.table.id, ...source.columns }));
  const sorted = paging.sort === null ? undefined : { id: source.table.id, ...source.columns }[paging.sort.field];
  const order = sorted === undefined ? [] : [paging.sort?.ascending ? asc(sorted) : desc(sorted)];
  const [rows, [total]] = await Promise.all([
    select(db, source, fieldsOf(source, fields)).where(where).orderBy(...order, asc(source.table.id)).limit(paging.size).offset((paging.page - 1) * paging.size),
    select(db, source, { count: count() }).where(where),
  ]);
  return { count: Number(total?.['count'] ?? 0), rows: rows as EntityRow[] };
};

/** One row, deleted or not, or null when there is none that may be seen. */
export const findEntity = async (db: Database, name: EntityName, reach: Reach, id: number, fields: readonly string[]): Promise<EntityRow | null> => {
  const source: Source = sources[name];
  const [row] = await select(db, source, fieldsOf(source, fields)).where(and(visible(db, source, reach), eq(source.table.id, id)));
  return (row as EntityRow | undefined) ?? null;
};
