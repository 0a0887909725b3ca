import type { AddressRange } from '../../../attribution/measurement-rules.ts';
import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, run } from '../engine/query.ts';
import { settleAll } from '../engine/settle-all.ts';
import {
  assignmentsOf,
  CLICK_IDENTIFIERS,
  identifiersOf,
  withoutQuery,
  type Replaced,
} from './identifiers.ts';

/**
 * Erasure of what refers to a visitor. The events stay, without identifiers and under another number of the visitor, so
 * that every figure remains the same. The number is part of the sorting key of three tables, whose rows are therefore
 * copied, deleted and replaced by their copies.
 */

/** The visitor, the number that takes his place, and the last event to erase. */
export interface ErasedVisitor {
  readonly productId: number;
  readonly visitorId: string;
  readonly replacementId: string;
  readonly lastEventId: string;
  /** Excluded addresses of the product. */
  readonly excluded: readonly AddressRange[];
}

/** Number of a visitor's events by kind. */
export interface VisitorEvents {
  readonly contacts: number;
  readonly accesses: number;
  readonly conversions: number;
  readonly impressions: number;
}

const REPLACED_VISITOR: Replaced = { visitor_id: '{replacement: UInt64}' };
const valuesOf =
  (table: keyof ReturnType<typeof identifiersOf>, more: Replaced = {}) =>
  (erased: ErasedVisitor): Replaced => ({
    ...REPLACED_VISITOR,
    ...identifiersOf(erased.excluded)[table],
    ...more,
  });

/** Tables whose sorting key contains the visitor: the column of ids, which none of `buyer` has, and the new values. */
const COPIED = {
  contact: { id: 'interaction_id', values: valuesOf('contact', CLICK_IDENTIFIERS) },
  access: { id: 'access_id', values: valuesOf('access') },
  buyer: { id: null, values: () => REPLACED_VISITOR },
} as const;
type CopiedTable = keyof typeof COPIED;
const COPIED_TABLES = Object.keys(COPIED) as readonly CopiedTable[];

/** Tables whose rows are changed in place. */
const CHANGED = {
  conversion: { id: 'conversion_id', values: valuesOf('conversion') },
  impression: { id: 'impression_id', values: valuesOf('impression') },
  conversion_path: { id: 'conversion_id', values: () => REPLACED_VISITOR },
} as const;

const copyOf = (table: CopiedTable): string => `${table}_erasure`;

const ofVisitor = 'product_id = {product: UInt32} AND visitor_id = {visitor: UInt64}';
const rowsUpTo = (id: string | null): string =>
  id === null ? ofVisitor : `${ofVisitor} AND ${id} <= {last: UInt64}`;

const boundOf = ({ productId, visitorId, replacementId, lastEventId }: ErasedVisitor) => ({
  product: productId,
  visitor: visitorId,
  replacement: replacementId,
  last: lastEventId,
});

/** Counts the events of a visitor. */
export const countVisitorEvents = async (
  columnar: Columnar,
  productId: number,
  visitorId: string,
): Promise<VisitorEvents> => {
  const counted = (table: string) => `(SELECT count() FROM ${table} WHERE ${ofVisitor})`;
  const [row] = await rowsOf<Record<keyof VisitorEvents, string>>(
    columnar,
    `SELECT ${counted('contact')} AS contacts, ${counted('access')} AS accesses, ${counted('conversion')} AS conversions, ${counted('impression')} AS impressions`,
    { product: productId, visitor: visitorId },
  );
  return {
    contacts: Number(row?.contacts ?? 0),
    accesses: Number(row?.accesses ?? 0),
    conversions: Number(row?.conversions ?? 0),
    impressions: Number(row?.impressions ?? 0),
  };
};

/** The visitor's last conversions of type 1, which make results, by id. */
export const lastConversionsOfVisitor = async (
  columnar: Columnar,
  productId: number,
  visitorId: string,
): Promise<readonly string[]> =>
  (
    await rowsOf<{ id: string }>(
      columnar,
      `SELECT conversion_id AS id FROM conversion WHERE ${ofVisitor} AND cv_type = 1 ORDER BY conversion_id`,
      { product: productId, visitor: visitorId },
    )
  ).map(({ id }) => id);

/** A conversion with a result identifier; `claimId` is 0 if it has no claim. */
interface IdentifiedConversion {
  readonly cvSettingId: number;
  readonly cvType: number;
  readonly args: string;
  readonly conversionId: string;
  readonly claimId: string;
}

/** The visitor's conversions up to the last one to erase that have a result identifier. */
export const identifiedConversions = async (
  columnar: Columnar,
  erased: ErasedVisitor,
): Promise<readonly IdentifiedConversion[]> =>
  rowsOf<IdentifiedConversion>(
    columnar,
    `SELECT cv_setting_id AS cvSettingId, cv_type AS cvType, args, toString(conversion_id) AS conversionId, toString(claim_id) AS claimId
     FROM conversion WHERE ${rowsUpTo(CHANGED.conversion.id)} AND args != ''`,
    boundOf(erased),
  );

/** Drops the copies that an interrupted erasure has left. */
export const dropErasureCopies = (columnar: Columnar): Promise<void> =>
  settleAll(COPIED_TABLES.map(table => run(columnar, `DROP TABLE IF EXISTS ${copyOf(table)} SYNC`, {})));

/** Whether copies exist; not so where the store was restored from a backup. */
export const hasErasureCopies = async (columnar: Columnar): Promise<boolean> =>
  (
    await rowsOf(
      columnar,
      `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name IN ({names: Array(String)}) LIMIT 1`,
      { names: COPIED_TABLES.map(copyOf) },
    )
  ).length > 0;

/** Writes copies without identifiers beside the tables. Reports do not read them. */
export const copyErasedRows = async (columnar: Columnar, erased: ErasedVisitor): Promise<void> => {
  await dropErasureCopies(columnar);
  await settleAll(
    COPIED_TABLES.map(async table => {
      const { id, values } = COPIED[table];
      const replaced = Object.entries(values(erased)).map(([column, value]) => `${value} AS ${column}`);
      await run(columnar, `CREATE TABLE ${copyOf(table)} AS ${table}`, {});
      await run(
        columnar,
        `INSERT INTO ${copyOf(table)} SELECT * REPLACE (${replaced.join(', ')}) FROM (SELECT * FROM ${table}${id === null ? ' FINAL' : ''} WHERE ${rowsUpTo(id)})
         SETTINGS max_partitions_per_insert_block = 0`,
        boundOf(erased),
      );
    }),
  );
};

/** Runs a mutation and waits for its end, however long it takes. */
const mutate = async (columnar: Columnar, query: string, erased: ErasedVisitor): Promise<void> => {
  await columnar.command({
    query,
    query_params: boundOf(erased),
    clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
  });
};

const replaceWithCopies = async (
  columnar: Columnar,
  table: CopiedTable,
  erased: ErasedVisitor,
): Promise<void> => {
  const { id } = COPIED[table];
  const copy = copyOf(table);
  // Rows that were stored after the copies were made are no part of the erasure.
  const copied = id === null ? '' : ` AND ${id} IN (SELECT ${id} FROM ${copy})`;
  const partitions = await rowsOf<{ partition: string }>(
    columnar,
    `SELECT DISTINCT partition_id AS partition FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table = '${copy}'`,
    {},
  );
  if (partitions.length === 0) return;
  await mutate(columnar, `ALTER TABLE ${table} DELETE WHERE ${ofVisitor}${copied}`, erased);
  for (const { partition } of partitions)
    await run(columnar, `ALTER TABLE ${copy} MOVE PARTITION ID '${partition}' TO TABLE ${table}`, {});
};

/** Landing pages name an example address of their contacts, which may be one of the visitor's. */
const clearExamples = async (columnar: Columnar, erased: ErasedVisitor): Promise<void> => {
  const query = `ALTER TABLE daily_landing UPDATE example = ${withoutQuery('example')} WHERE product_id = {product: UInt32} AND example IN (SELECT landing_url FROM contact WHERE ${ofVisitor} AND lpo_number > 0)`;
  await mutate(columnar, query, erased);
};

/**
 * Removes the records of finished mutations that name the visitor or the new number. ClickHouse keeps the last hundred of
 * each table with their values, which would connect the two.
 */
const forgetMutations = (columnar: Columnar, { visitorId, replacementId }: ErasedVisitor): Promise<void> =>
  run(
    columnar,
    `KILL MUTATION WHERE database = currentDatabase() AND is_done AND (position(command, {visitor: String}) > 0 OR position(command, {replacement: String}) > 0) SYNC`,
    { visitor: visitorId, replacement: replacementId },
  );

/**
 * Replaces the visitor's rows. Can be repeated after an interruption at any place, as long as the copies exist.
 * Meanwhile rows of the visitor are missing for a moment.
 */
export const replaceErasedRows = async (columnar: Columnar, erased: ErasedVisitor): Promise<void> => {
  await clearExamples(columnar, erased);
  await settleAll([
    ...COPIED_TABLES.map(table => replaceWithCopies(columnar, table, erased)),
    ...Object.entries(CHANGED).map(([table, { id, values }]) =>
      mutate(
        columnar,
        `ALTER TABLE ${table} UPDATE ${assignmentsOf(values(erased))} WHERE ${rowsUpTo(id)}`,
        erased,
      ),
    ),
  ]);
  await forgetMutations(columnar, erased);
};

/** Whether events of the visitor up to the last one to erase are left: they were stored after the copies were made. */
export const hasErasableRows = async (columnar: Columnar, erased: ErasedVisitor): Promise<boolean> => {
  const tables = [
    ['contact', COPIED.contact.id],
    ['access', COPIED.access.id],
    ['conversion', CHANGED.conversion.id],
    ['impression', CHANGED.impression.id],
  ] as const;
  const found = await rowsOf(
    columnar,
    tables.map(([table, id]) => `SELECT 1 FROM ${table} WHERE ${rowsUpTo(id)}`).join(' UNION ALL '),
    boundOf(erased),
  );
  return found.length > 0;
};

/** An impression of a visitor; `ms` since 1970. */
interface VisitorImpression {
  readonly id: string;
  readonly ms: number;
  readonly ad_id: number;
  readonly ip: string;
}

const IMPRESSIONS_PER_QUERY = 5_000;

/** All impressions of a visitor in batches, newest first. */
export const impressionsOfVisitor = async function* (
  columnar: Columnar,
  productId: number,
  visitorId: string,
): AsyncGenerator<readonly VisitorImpression[]> {
  for (let last: VisitorImpression | null | undefined = null; last !== undefined;) {
    const older =
      last === null ? '' : 'AND (ts, impression_id) < (fromUnixTimestamp64Milli({ms: Int64}), {id: UInt64})';
    const rows: readonly VisitorImpression[] = await rowsOf<VisitorImpression>(
      columnar,
      `SELECT impression_id AS id, toFloat64(toUnixTimestamp64Milli(ts)) AS ms, ad_id, toString(ip) AS ip FROM impression
       WHERE ${ofVisitor} ${older} ORDER BY ts DESC, impression_id DESC LIMIT {limit: UInt32}`,
      {
        product: productId,
        visitor: visitorId,
        limit: IMPRESSIONS_PER_QUERY,
        ...(last !== null && { ms: last.ms, id: last.id }),
      },
    );
    yield rows;
    last = rows.length < IMPRESSIONS_PER_QUERY ? undefined : rows.at(-1);
  }
};
