import { setTimeout } from 'node:timers/promises';
import { OperatorError } from '../../companies/operator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { firstIdAt, timeOfId } from '../../platform/ids.ts';
import { HOUR } from '../../platform/time.ts';
import { onOneReplica } from '../../store/clickhouse/engine/one-replica.ts';
import { copyProductEvents, lastConversionsFrom } from '../../store/clickhouse/events/copy-product.ts';
import { removeProductRows } from '../../store/clickhouse/events/products.ts';
import { withTaskLock } from '../../store/postgres/engine/advisory-lock.ts';
import { readBookmark } from '../../store/postgres/engine/bookmarks.ts';
import { readDatabaseTime } from '../../store/postgres/engine/ping.ts';
import { whileNotDerived } from '../../store/postgres/reports/derivation-lock.ts';
import { resultsBookmarkOf } from '../../store/postgres/results/results-bookmark.ts';
import {
  beginMove,
  cancelMove,
  findMove,
  hasBegunErasure,
  switchSlice,
  type ProductMove,
} from '../../store/postgres/slices/moves.ts';
import { isProduct } from '../../store/postgres/slices/placements.ts';
import { readSlowestCollector } from '../../store/postgres/tracking/collectors.ts';
import { PLACEMENT } from '../placements.ts';
import type { Slice } from '../slices.ts';

/**
 * Moves a product to another slice while events arrive. From an event on, collectors load into both slices; earlier ones
 * are copied, month by month, and compared. Then reports, results and rollups read the other slice. The rows that stay
 * behind are removed later (remove-moved-rows.ts). Each step can be interrupted, and the next call continues.
 */

type MoveParts = Pick<Dependencies, 'db' | 'slices'>;

/** What the operator sees of a move. */
export type Say = (text: string) => void;

const POLL_MS = 500;
/** Interval in ms at which a move says what it waits for. */
const SAY_EVERY_MS = 15_000;
/** Copies before a move is given up: something changes rows all the time. */
const MAX_COPIES = 5;
/** Time in ms by which the results of a conversion may lag behind those of later ones. */
const RESULTS_LAG_MS = 2 * HOUR;

const sliceNamed = ({ slices }: MoveParts, name: string): Slice => {
  const slice = slices.all.find(one => one.name === name);
  if (slice === undefined)
    throw new OperatorError(`${name} is no slice: name it in CLICKHOUSE_SLICES of every process.`);
  return slice;
};

/** @throws {OperatorError} for a reason that the operator can remove */
const findOrBegin = async (
  parts: MoveParts,
  productId: number,
  targetName: string,
): Promise<ProductMove | null> => {
  const { db, slices } = parts;
  const target = sliceNamed(parts, targetName);
  if (!(await isProduct(db, productId))) throw new OperatorError(`There is no product ${productId}.`);
  const earlier = await findMove(db, productId);
  if (earlier?.stage === 'copying') {
    if (earlier.target === targetName) return earlier;
    throw new OperatorError(
      `Product ${productId} is being moved to ${earlier.target}: continue with --to ${earlier.target}, or give it up with --cancel.`,
    );
  }
  const source = await slices.locate(productId);
  if (source.name === targetName) return null;
  if (earlier !== null)
    throw new OperatorError(
      `Product ${productId} moved a short time ago, and the rows that it left are not deleted yet. Try again in two hours.`,
    );
  await requireLoadedSlice(parts, targetName);
  await removeProductRows(target.columnar, [productId]);
  await whileNotDerived(db, productId, async () => {
    if (await hasBegunErasure(db, productId))
      throw new OperatorError(`A visitor of product ${productId} is being erased. Try again in a minute.`);
    const from = (await readDatabaseTime(db)) + 2 * PLACEMENT.noticeMs;
    const bothFrom = firstIdAt(from).toString();
    await beginMove(db, { productId, source: source.name, target: targetName, bothFrom });
  });
  return findMove(db, productId);
};

/**
 * Requires that all collectors load into a slice: one that does not know it would load its products' events elsewhere.
 *
 * @throws {OperatorError}
 */
export const requireLoadedSlice = async ({ db }: Pick<MoveParts, 'db'>, slice: string): Promise<void> => {
  const last = await readSlowestCollector(db, slice);
  if (last !== null && last.lowWatermark === '0')
    throw new OperatorError(
      `Collector ${last.number} (${last.host}) has not loaded into ${slice} yet: start it with ${slice} in CLICKHOUSE_SLICES.`,
    );
};

/** Waits until all collectors have loaded their events up to one into a slice. */
const untilLoaded = async ({ db }: MoveParts, slice: string, id: bigint, say: Say): Promise<void> => {
  let lastSayMs = performance.now();
  for (;;) {
    // Read first: a collector that begins after it gives higher ids.
    const now = await readDatabaseTime(db);
    const last = await readSlowestCollector(db, slice);
    if (timeOfId(id) < now && (last === null || BigInt(last.lowWatermark) >= id)) return;
    if (performance.now() - lastSayMs > SAY_EVERY_MS) {
      lastSayMs = performance.now();
      say(
        last === null
          ? 'Waiting for the beginning of the move.'
          : `Waiting for events of collector ${last.number} (${last.host}) in ${slice}.`,
      );
    }
    await setTimeout(POLL_MS);
  }
};

/** Copies until both slices have the same events. */
const copyAll = async (parts: MoveParts, move: ProductMove, say: Say): Promise<void> => {
  const { columnar: source } = await onOneReplica(sliceNamed(parts, move.source).columnar);
  const { columnar: target } = await onOneReplica(sliceNamed(parts, move.target).columnar);
  const events = { productId: move.productId, before: move.bothFrom };
  for (let copies = 0; copies < MAX_COPIES; copies += 1) {
    const copied = await copyProductEvents(source, target, events, (table, month, rows) =>
      say(`${table} ${month.slice(0, 4)}-${month.slice(4)}: ${rows} rows`),
    );
    if (copied === 0) return;
  }
  throw new OperatorError('The events changed while they were copied. Try again.');
};

const switchTo = async (parts: MoveParts, move: ProductMove): Promise<void> => {
  const { db } = parts;
  const { productId, source, target } = move;
  const bookmark = BigInt((await readBookmark(db, resultsBookmarkOf(source))) ?? 0);
  const unread = await lastConversionsFrom(
    sliceNamed(parts, target).columnar,
    productId,
    bookmark === 0n ? 0n : firstIdAt(timeOfId(bookmark) - RESULTS_LAG_MS),
  );
  // No rollups of the product are made meanwhile, which would take up changes of results.
  const isDone = await whileNotDerived(db, productId, async () =>
    switchSlice(db, move, {
      unread,
      bothUntil: firstIdAt((await readDatabaseTime(db)) + 2 * PLACEMENT.noticeMs),
    }),
  );
  if (!isDone) throw new OperatorError(`The move of product ${productId} was given up.`);
};

const moveOnce = async (parts: MoveParts, productId: number, target: string, say: Say): Promise<boolean> => {
  const move = await findOrBegin(parts, productId, target);
  if (move === null) return false;
  say(`Product ${productId}: from ${move.source} to ${target}.`);
  const from = BigInt(move.bothFrom);
  for (const slice of [move.source, target]) await untilLoaded(parts, slice, from, say);
  await copyAll(parts, move, say);
  // Reports of the target are then as fresh as those of the source.
  await untilLoaded(parts, target, firstIdAt(await readDatabaseTime(parts.db)), say);
  await copyAll(parts, move, say);
  await switchTo(parts, move);
  say(
    `Product ${productId} is on ${target}. Its rollups are made there now; until then reports read the events.`,
  );
  return true;
};

/** The task of a command that moves a product. */
export const moveTaskOf = (productId: number): string => `touchpath move ${productId}`;

/**
 * Moves a product, or continues an interrupted move. Of two commands at once the second is refused, since it would copy
 * what the first has copied.
 *
 * @returns false: it is on the slice already
 * @throws {OperatorError}
 */
export const moveProduct = async (
  parts: MoveParts,
  productId: number,
  target: string,
  say: Say,
): Promise<boolean> => {
  let isMoved = false;
  const hasRun = await withTaskLock(parts.db, moveTaskOf(productId), async () => {
    isMoved = await moveOnce(parts, productId, target, say);
  });
  if (!hasRun) throw new OperatorError(`Another command is moving product ${productId}.`);
  return isMoved;
};

/** Gives up a move that has not ended: the product stays where it is. @throws {OperatorError} */
export const giveUpMove = async ({ db }: MoveParts, productId: number): Promise<void> => {
  const move = await findMove(db, productId);
  const bothUntil = firstIdAt((await readDatabaseTime(db)) + 2 * PLACEMENT.noticeMs);
  if (move === null || !(await cancelMove(db, move, bothUntil)))
    throw new OperatorError(`Product ${productId} is not being moved.`);
};
