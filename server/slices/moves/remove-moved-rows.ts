import type { Dependencies } from '../../dependencies.ts';
import { startPoller, type Poller } from '../../platform/poller.ts';
import { HOUR, MINUTE, SECOND } from '../../platform/time.ts';
import { onOneReplica } from '../../store/clickhouse/engine/one-replica.ts';
import { copyMissingEvents } from '../../store/clickhouse/events/copy-product.ts';
import { removeProductRows } from '../../store/clickhouse/events/products.ts';
import { withTaskLock } from '../../store/postgres/engine/advisory-lock.ts';
import { forgetMove, movesEndedBefore, type ProductMove } from '../../store/postgres/slices/moves.ts';
import { addLateConversions } from '../../store/postgres/tracking/late-conversions.ts';
import type { Slice } from '../slices.ts';

/** Time in ms after which nothing reads the slice that a product left: longer than any query may take. */
export const LEFT_AFTER_MS = HOUR;
const LOOK_EVERY_MS = MINUTE;

type RemovalParts = Pick<Dependencies, 'db' | 'slices' | 'log'>;

/** Events that were accepted before the move and loaded after the comparison are in the source only. */
const copyLateEvents = async (
  { db, log }: RemovalParts,
  source: Slice,
  target: Slice,
  { productId, bothFrom }: ProductMove,
): Promise<void> => {
  const [from, to] = await Promise.all([onOneReplica(source.columnar), onOneReplica(target.columnar)]);
  const { rows, conversions } = await copyMissingEvents(from.columnar, to.columnar, {
    productId,
    before: bothFrom,
  });
  if (rows === 0) return;
  await addLateConversions(db, target.name, conversions);
  log.info({ product: productId, events: rows }, 'Late events of a moved product were copied.');
};

/** Deletes the rows that a product left behind. */
const removeLeft = async (parts: RemovalParts, move: ProductMove): Promise<void> => {
  const { slices, db } = parts;
  const find = (name: string) => slices.all.find(slice => slice.name === name);
  const [source, target] = [find(move.source), find(move.target)];
  if (source === undefined || target === undefined) return; // another process may know them
  if (move.stage === 'switched') await copyLateEvents(parts, source, target, move);
  await removeProductRows((move.stage === 'switched' ? source : target).columnar, [move.productId]);
  await forgetMove(db, move);
};

/**
 * Deletes the rows of products on the slices that they left. Can be repeated at any time.
 *
 * @param afterMs time after the end of a move
 */
export const removeMovedRows = (parts: RemovalParts, afterMs = LEFT_AFTER_MS): Promise<boolean> =>
  withTaskLock(parts.db, 'touchpath moved rows', async () => {
    for (const move of await movesEndedBefore(parts.db, afterMs / SECOND)) await removeLeft(parts, move);
  });

export const startRemovalOfMovedRows = (parts: RemovalParts): Poller =>
  startPoller(
    async () => {
      await removeMovedRows(parts);
    },
    {
      log: parts.log,
      failed: 'Rows of moved products could not be deleted; retrying.',
      every: LOOK_EVERY_MS,
      task: { part: 'jobs', name: 'moved_rows' },
    },
  );
