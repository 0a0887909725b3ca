import { OperatorError } from '../../companies/operator.ts';
import type { Dependencies } from '../../dependencies.ts';
import { isTaskRunning } from '../../store/postgres/engine/advisory-lock.ts';
import { readMoves } from '../../store/postgres/slices/moves.ts';
import { placePartition, productsOfPartition } from '../../store/postgres/slices/placements.ts';
import { moveProduct, moveTaskOf, requireLoadedSlice, type Say } from './move-product.ts';

/** Moves of many products, and the moves that are under way. */

type MoveParts = Pick<Dependencies, 'db' | 'slices'>;

/** Moves a product, or says that it is on the slice already. @throws {OperatorError} */
export const moveOrSay = async (
  parts: MoveParts,
  productId: number,
  target: string,
  say: Say,
): Promise<void> => {
  if (!(await moveProduct(parts, productId, target, say)))
    say(`Product ${productId} is on ${target} already.`);
};

/**
 * Places the new products of partitions on a slice, and moves the existing ones there, one after the other. One that is
 * refused stays where it is and delays no other.
 *
 * @throws {OperatorError} the slice cannot be used, or lists the products that were refused
 */
export const movePartitions = async (
  parts: MoveParts,
  partitions: readonly number[],
  target: string,
  say: Say,
): Promise<void> => {
  const { db, slices } = parts;
  if (!slices.all.some(({ name }) => name === target))
    throw new OperatorError(`${target} is no slice: name it in CLICKHOUSE_SLICES of every process.`);
  await requireLoadedSlice({ db }, target);
  const refusals: string[] = [];
  for (const partition of partitions) {
    await placePartition(db, partition, target);
    for (const productId of await productsOfPartition(db, partition))
      try {
        await moveOrSay(parts, productId, target, say);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        say(`Product ${productId} stays: ${error.message}`);
        refusals.push(`  product ${productId}: ${error.message}`);
      }
  }
  const range = partitions.length === 1 ? partitions[0] : `${partitions[0]}-${partitions.at(-1)}`;
  say(`New products of partition ${range} are placed on ${target}.`);
  if (refusals.length === 0) return;
  const count = refusals.length === 1 ? '1 product was' : `${refusals.length} products were`;
  throw new OperatorError(
    `${count} not moved to ${target}:\n${refusals.join('\n')}\nRepeat the command when the reasons are gone: it moves what is left.`,
  );
};

/** What the operator reads of the moves that have not ended, by product. */
export const describeMoves = async (db: MoveParts['db']): Promise<readonly string[]> => {
  const { moves } = await readMoves(db);
  const lines: string[] = [];
  for (const { productId, source, target, stage } of moves.toSorted((a, b) => a.productId - b.productId)) {
    if (stage !== 'copying') continue;
    lines.push(
      (await isTaskRunning(db, moveTaskOf(productId)))
        ? `Product ${productId} is being moved from ${source} to ${target}.`
        : `The move of product ${productId} from ${source} to ${target} was interrupted: continue with npm run move-product -- ${productId} --to ${target}, or give it up with npm run move-product -- ${productId} --cancel.`,
    );
  }
  return lines;
};
