import { firstIdAt } from '../platform/ids.ts';
import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { readMoves, type ProductMove } from '../store/postgres/slices/moves.ts';
import { placeProducts } from '../store/postgres/slices/placements.ts';
import { StoreUnavailable } from '../store/unavailable.ts';

/** Times in ms. */
export const PLACEMENT = {
  /** Age at which moves are read again: a process knows of the end of a move within this time. */
  maxAgeMs: 2_000,
  /**
   * A move changes where events are loaded that are accepted this long after it is noted. What a process reads of the
   * moves is therefore valid for events that were accepted until then, however slow or cut off the process is.
   */
  noticeMs: 5_000,
  /** Age at which everything is read again: a move may have begun, ended and been forgotten meanwhile. */
  forgetMs: 5 * 60_000,
} as const;

/** Where products are, as known at one moment. */
interface Known {
  /** The slice whose rows are read. */
  homeOf(productId: number): string;
  /** Whether the row of an event is loaded into a slice. @param eventId called for products that move */
  belongs(slice: string, productId: number, eventId: () => bigint): boolean;
  guestsOn(slice: string): readonly number[];
}

/** The slice that is read during a move or after it. */
const homeDuring = ({ stage, source, target }: ProductMove): string =>
  stage === 'switched' ? target : source;

/** Whether an event of a moving product is loaded into a slice. */
const belongsDuring = (move: ProductMove, slice: string, eventId: () => bigint): boolean => {
  const { stage, source, target, bothFrom, bothUntil } = move;
  if (slice === homeDuring(move)) return true;
  if (slice !== source && slice !== target) return false;
  const isBefore = bothUntil === null || eventId() < BigInt(bothUntil);
  return isBefore && (stage === 'switched' || eventId() >= BigInt(bothFrom));
};

/** The placements of products, which this process remembers. @param names of the slices of this process */
export const createPlacements = (db: Database, names: ReadonlySet<string>) => {
  const homes = new Map<number, string>();
  let moves: ReadonlyMap<number, ProductMove> = new Map();
  let readMs = Number.NEGATIVE_INFINITY;
  /** Events before this id are loaded as the known moves say. */
  let validUpTo = 0n;
  let reading: Promise<void> | null = null;

  const requireName = (productId: number, name: string): void => {
    if (!names.has(name))
      throw new StoreUnavailable(
        `CLICKHOUSE_SLICES does not name the slice ${name}, which has product ${productId}`,
      );
  };
  const read = async (): Promise<void> => {
    const beganMs = performance.now();
    const found = await readMoves(db);
    if (beganMs - readMs > PLACEMENT.forgetMs) homes.clear();
    // A move that is forgotten had ended long before, so that its end is known.
    else for (const [productId, move] of moves) homes.set(productId, homeDuring(move));
    moves = new Map(found.moves.map(move => [move.productId, move]));
    readMs = beganMs;
    validUpTo = firstIdAt(found.now + PLACEMENT.noticeMs);
  };
  const readOnce = (): Promise<void> =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
  const learn = async (productIds: readonly number[]): Promise<void> => {
    const unknown = productIds.filter(id => !homes.has(id));
    if (unknown.length === 0) return;
    for (const { productId, slice } of await placeProducts(db, unknown)) {
      requireName(productId, slice);
      homes.set(productId, slice);
    }
  };
  const homeOf = (productId: number): string => {
    const move = moves.get(productId);
    return move === undefined ? (homes.get(productId) ?? DEFAULT_SLICE) : homeDuring(move);
  };
  const known: Known = {
    homeOf,
    belongs: (slice, productId, eventId) => {
      const move = moves.get(productId);
      return move === undefined ? homeOf(productId) === slice : belongsDuring(move, slice, eventId);
    },
    guestsOn: slice =>
      [...moves.values()]
        .filter(move => (move.source === slice || move.target === slice) && homeDuring(move) !== slice)
        .map(({ productId }) => productId),
  };
  return {
    /**
     * What is known about some products.
     *
     * @param last the largest id of events to load
     * @throws {StoreUnavailable} where a product is on a slice that this process does not have
     */
    of: async (productIds: readonly number[], last = 0n): Promise<Known> => {
      if (performance.now() - readMs > PLACEMENT.maxAgeMs || last >= validUpTo) await readOnce();
      if (last >= validUpTo)
        throw new StoreUnavailable('The clock of this process is ahead of the clock of PostgreSQL');
      await learn(productIds);
      return known;
    },
  };
};
