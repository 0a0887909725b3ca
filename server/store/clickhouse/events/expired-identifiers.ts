import type { AddressRange } from '../../../attribution/measurement-rules.ts';
import { tokyoDay } from '../../../platform/time.ts';
import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';
import { instant } from './eligible.ts';
import {
  assignmentsOf,
  CLICK_IDENTIFIERS,
  identifiersOf,
  withoutQuery,
  type Replaced,
} from './identifiers.ts';

/**
 * Removal of identifiers from events older than the retention period of their product. The events stay, with their
 * visitor's number, so that every figure remains the same. Each statement can be repeated without effect.
 */

/** Whose identifiers are removed: events before these times, in ms since 1970. */
export interface Expiry {
  readonly productId: number;
  readonly before: number;
  /** Click identifiers stay longer: the results of later conversions copy them. */
  readonly clickIdentifiersBefore: number;
  /** Excluded addresses of the product, which stay. */
  readonly excluded: readonly AddressRange[];
}

interface Removal {
  readonly table: string;
  readonly values: Replaced;
  readonly condition: string;
}

const OLD = `product_id = {product: UInt32} AND ts < ${instant('before')}`;

const removalsOf = ({ excluded }: Expiry): readonly Removal[] => [
  ...Object.entries(identifiersOf(excluded)).map(([table, values]) => ({ table, values, condition: OLD })),
  {
    table: 'contact',
    values: CLICK_IDENTIFIERS,
    condition: `product_id = {product: UInt32} AND ts < ${instant('clicks_before')}`,
  },
  {
    table: 'daily_landing',
    values: { example: withoutQuery('example') },
    condition: 'product_id = {product: UInt32} AND day < {day: Int32}',
  },
];

/** Rows that would change: a mutation writes the parts of all rows that its condition selects. */
const changing = ({ values, condition }: Removal): string =>
  `${condition} AND (${Object.entries(values)
    .map(([column, value]) => `${column} != ${value}`)
    .join(' OR ')})`;

const boundOf = ({ productId, before, clickIdentifiersBefore }: Expiry) => ({
  product: productId,
  before,
  clicks_before: clickIdentifiersBefore,
  day: tokyoDay(before),
});

/** Id of the newest last conversion before the time; null: there is none. */
export const lastConversionBefore = async (columnar: Columnar, expiry: Expiry): Promise<string | null> => {
  const [row] = await rowsOf<{ id: string }>(
    columnar,
    `SELECT toString(max(conversion_id)) AS id FROM conversion WHERE ${OLD} AND cv_type = 1`,
    boundOf(expiry),
  );
  return row === undefined || row.id === '0' ? null : row.id;
};

/** @returns number of events that lost identifiers; a contact that lost both kinds counts twice */
export const removeExpiredIdentifiers = async (columnar: Columnar, expiry: Expiry): Promise<number> => {
  const bound = boundOf(expiry);
  let removed = 0;
  for (const removal of removalsOf(expiry)) {
    const where = changing(removal);
    const [row] = await rowsOf<{ rows: string }>(
      columnar,
      `SELECT count() AS rows FROM ${removal.table} WHERE ${where}`,
      bound,
    );
    if (row === undefined || row.rows === '0') continue;
    removed += removal.table === 'daily_landing' ? 0 : Number(row.rows);
    await columnar.command({
      query: `ALTER TABLE ${removal.table} UPDATE ${assignmentsOf(removal.values)} WHERE ${where}`,
      query_params: bound,
      clickhouse_settings: { mutations_sync: '2', max_execution_time: 0 },
    });
  }
  return removed;
};
