import type { Columnar } from '../engine/columnar.ts';
import type { Derived, Filled } from './derived.ts';
import { FEW, rowsOf } from '../engine/query.ts';

/** How far the event tables are filled. `watermark` is the last event of all of them. */
interface FilledUp extends Filled {
  readonly watermark: string;
  readonly impressions: boolean;
}
/** The watermarks of a product: of its events, and of its rollups; null: nothing was derived yet. */
export interface ProductWatermarks {
  readonly filled: FilledUp;
  readonly derived: Derived | null;
}

/** One row per table, with its counters as a list: a join costs more than the read. */
const questionOf = (product: string, which: string): string => `
  SELECT ${product} AS product, 'contact' AS table, [max(interaction_id), count()] AS counters FROM contact ${which}
  UNION ALL SELECT ${product}, 'conversion', [max(conversion_id), count()] FROM conversion ${which}
  UNION ALL SELECT ${product}, 'impression', [max(impression_id)] FROM impression ${which}
  UNION ALL SELECT ${product}, 'derived_state', argMax([contact_id, contacts, conversion_id, conversions, rules, toUInt64(ready), version, results, generation], version) FROM derived_state ${which}`;
const OF_ONE = questionOf('{product: UInt32}', 'WHERE product_id = {product: UInt32}');
const OF_ALL = questionOf('product_id', 'GROUP BY product_id');
const OF_SOME = questionOf(
  'product_id',
  'WHERE product_id IN ({products: Array(UInt32)}) GROUP BY product_id',
);

interface Line {
  readonly product: number;
  readonly table: string;
  readonly counters: string[];
}

const latest = (ids: readonly string[]): string => ids.reduce((a, b) => (BigInt(b) > BigInt(a) ? b : a));

/** @param counters of the line of `derived_state`; none where nothing was derived yet */
const parseDerived = (counters: readonly string[]): Derived | null => {
  const [
    lastContact = '0',
    contacts = '0',
    lastConversion = '0',
    conversions = '0',
    rules,
    ready,
    version,
    results = '0',
    generation = '0',
  ] = counters;
  if (version === undefined || rules === undefined) return null;
  return {
    contact_id: lastContact,
    contacts,
    conversion_id: lastConversion,
    conversions,
    rules,
    generation,
    ready: Number(ready),
    version,
    results,
  };
};

const parseWatermarks = (lines: readonly Line[]): ProductWatermarks => {
  const countersByTable = new Map(lines.map(line => [line.table, line.counters]));
  const [contact_id = '0', contacts = '0'] = countersByTable.get('contact') ?? [];
  const [conversion_id = '0', conversions = '0'] = countersByTable.get('conversion') ?? [];
  const [impression_id = '0'] = countersByTable.get('impression') ?? [];
  return {
    filled: {
      contact_id,
      contacts,
      conversion_id,
      conversions,
      watermark: latest([contact_id, conversion_id, impression_id]),
      impressions: impression_id !== '0',
    },
    derived: parseDerived(countersByTable.get('derived_state') ?? []),
  };
};

/** Reads both in one query, since every report needs them. */
export const readProductWatermarks = async (
  columnar: Columnar,
  productId: number,
): Promise<ProductWatermarks> =>
  parseWatermarks(await rowsOf<Line>(columnar, OF_ONE, { product: productId }, undefined, FEW));

/**
 * Reads the watermarks of products that have contacts or conversions, by product id. @param only ids; null: all products
 */
export const readAllWatermarks = async (
  columnar: Columnar,
  only: ReadonlySet<number> | null,
): Promise<ReadonlyMap<number, ProductWatermarks>> => {
  const found = new Map<number, Line[]>();
  const lines = await (only === null
    ? rowsOf<Line>(columnar, OF_ALL, {}, undefined, FEW)
    : rowsOf<Line>(columnar, OF_SOME, { products: [...only] }, undefined, FEW));
  for (const line of lines) found.set(line.product, [...(found.get(line.product) ?? []), line]);
  return new Map(
    [...found]
      .map(([product, lines]) => [product, parseWatermarks(lines)] as const)
      .filter(([, { filled }]) => filled.contacts !== '0' || filled.conversions !== '0'),
  );
};

const isAfter = ({ contact_id, conversion_id }: Filled, upTo: bigint): boolean =>
  BigInt(contact_id) > upTo || BigInt(conversion_id) > upTo;
const eventsOf = ({ contact_id, contacts, conversion_id, conversions }: Filled): Filled => ({
  contact_id,
  contacts,
  conversion_id,
  conversions,
});
const UP_TO = `
  SELECT product_id AS product, 'contact' AS table, [max(interaction_id), count()] AS counters FROM contact WHERE product_id IN ({products: Array(UInt32)}) AND interaction_id <= {up_to: UInt64} GROUP BY product_id
  UNION ALL SELECT product_id, 'conversion', [max(conversion_id), count()] FROM conversion WHERE product_id IN ({products: Array(UInt32)}) AND conversion_id <= {up_to: UInt64} GROUP BY product_id`;

/**
 * Watermarks as if contacts and conversions after an event were not stored yet: while several collectors load, earlier
 * ones may still arrive. Rollups that contain later events already wait until `upTo` has passed these.
 */
export const limitWatermarks = async (
  columnar: Columnar,
  found: ReadonlyMap<number, ProductWatermarks>,
  upTo: bigint,
): Promise<ReadonlyMap<number, ProductWatermarks>> => {
  const limited = new Map(found);
  const lines = new Map<number, Line[]>();
  for (const [product, watermarks] of found) {
    const { filled, derived } = watermarks;
    if (derived !== null && isAfter(derived, upTo))
      limited.set(product, { derived, filled: { ...filled, ...eventsOf(derived) } });
    else if (isAfter(filled, upTo)) lines.set(product, []);
  }
  if (lines.size === 0) return limited;
  const parameters = { products: [...lines.keys()], up_to: String(upTo) };
  for (const line of await rowsOf<Line>(columnar, UP_TO, parameters, undefined, FEW))
    lines.get(line.product)?.push(line);
  for (const [product, own] of lines) {
    const { filled, derived } = found.get(product)!;
    limited.set(product, { derived, filled: { ...filled, ...eventsOf(parseWatermarks(own).filled) } });
  }
  return limited;
};

/** The version of the rollups of a product; '0': nothing was derived. */
export const versionOf = async (columnar: Columnar, productId: number): Promise<string> =>
  (
    await rowsOf<{ latest: string }>(
      columnar,
      'SELECT max(version) AS latest FROM derived_state WHERE product_id = {product: UInt32}',
      { product: productId },
      undefined,
      FEW,
    )
  )[0]?.latest ?? '0';
