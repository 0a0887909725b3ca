import { SettingError } from '../platform/settings.ts';
import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import type { Columnar } from '../store/clickhouse/engine/columnar.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { placeProductsOn, usedSlices } from '../store/postgres/slices/placements.ts';
import { createPlacements } from './placements.ts';

/** A ClickHouse server, which has whole products: their events and rollups. */
export interface Slice {
  readonly name: string;
  readonly columnar: Columnar;
}

/** Whether the row of an event belongs on a slice. */
export type BelongsHere = (productId: number, eventId: () => bigint) => boolean;

/** The ClickHouse servers of an installation, among which its products are divided. */
export interface Slices {
  /** The default slice first. */
  readonly all: readonly [Slice, ...Slice[]];
  /**
   * The slices of products, by product id. A product that was never looked for is placed; an id of no product has the
   * default slice. What a move changes is known within seconds.
   *
   * @throws {StoreUnavailable} where PostgreSQL has to be asked, and is unavailable
   */
  locateAll(productIds: Iterable<number>): Promise<ReadonlyMap<number, Slice>>;
  /** The slice of a product. */
  locate(productId: number): Promise<Slice>;
  /**
   * Which rows belong on a slice: those of its products, and of products that are moving.
   *
   * @param last the largest event id of the rows
   * @throws {StoreUnavailable} as `locateAll`
   */
  rowsOn(slice: string, productIds: Iterable<number>, last: bigint): Promise<BelongsHere>;
  /** Products of other slices that have rows on this one, because they move. */
  guestsOn(slice: string): Promise<readonly number[]>;
  /** Places products that have no events yet on the default slice. */
  placeOnDefault(productIds: readonly number[]): Promise<void>;
}

/** An installation with one server. */
export const oneSlice = (columnar: Columnar): Slices => {
  const slice = { name: DEFAULT_SLICE, columnar };
  return {
    all: [slice],
    locateAll: async productIds => new Map([...productIds].map(id => [id, slice])),
    locate: async () => slice,
    rowsOn: async () => () => true,
    guestsOn: async () => [],
    placeOnDefault: async () => undefined,
  };
};

/** Several servers. PostgreSQL has the placement of each product. */
const severalSlices = (all: readonly [Slice, ...Slice[]], db: Database): Slices => {
  const byName = new Map(all.map(slice => [slice.name, slice]));
  const placements = createPlacements(db, new Set(byName.keys()));
  const locateAll: Slices['locateAll'] = async productIds => {
    const ids = [...new Set(productIds)];
    const { homeOf } = await placements.of(ids);
    return new Map(ids.map(id => [id, byName.get(homeOf(id))!]));
  };
  return {
    all,
    locateAll,
    locate: async productId => (await locateAll([productId])).get(productId)!,
    rowsOn: async (slice, productIds, last) => {
      const { belongs } = await placements.of([...productIds], last);
      return (productId, eventId) => belongs(slice, productId, eventId);
    },
    guestsOn: async slice => (await placements.of([])).guestsOn(slice),
    placeOnDefault: productIds => placeProductsOn(db, productIds, DEFAULT_SLICE),
  };
};

/** @param all the default slice first */
export const createSlices = (all: readonly [Slice, ...Slice[]], db: Database): Slices =>
  all.length === 1 ? oneSlice(all[0].columnar) : severalSlices(all, db);

/**
 * Refuses slices that lack one in use: this process would load and read events of its products in another.
 *
 * @throws {SettingError}
 */
export const requireUsedSlices = async ({ all }: Slices, db: Database): Promise<void> => {
  const missing = (await usedSlices(db)).find(name => all.every(slice => slice.name !== name));
  if (missing !== undefined)
    throw new SettingError(
      `CLICKHOUSE_SLICES does not name the slice ${missing}, which is in use: give all processes the same slices.`,
    );
};

/** The parts for work on a product: its store is `columnar`. */
export const ofProduct = async <Parts extends { readonly slices: Slices }>(
  parts: Parts,
  productId: number,
): Promise<Parts & { readonly columnar: Columnar; readonly slice: string }> => {
  const { name, columnar } = await parts.slices.locate(productId);
  return { ...parts, columnar, slice: name };
};

/** Those of the products that are on a slice. */
export const productsOn = async (
  slices: Slices,
  slice: string,
  productIds: Iterable<number>,
): Promise<ReadonlySet<number>> => {
  const located = await slices.locateAll(productIds);
  return new Set([...located].flatMap(([id, { name }]) => (name === slice ? [id] : [])));
};
