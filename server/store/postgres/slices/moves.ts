import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { erasure, lateConversion, product, productMove, productSlice } from '../schema/index.ts';

export type ProductMove = typeof productMove.$inferSelect;

/** All moves, and the time of the database in ms since 1970. */
export const readMoves = async (
  db: Database,
): Promise<{ readonly now: number; readonly moves: readonly ProductMove[] }> => {
  const {
    rows: [time],
  } = await db.execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  // Read after the time: a move that begins in between is seen.
  return { now: time!.ms, moves: await db.select().from(productMove) };
};

/** The move of a product; null: there is none. */
export const findMove = async (db: Database, productId: number): Promise<ProductMove | null> =>
  (await db.select().from(productMove).where(eq(productMove.productId, productId)))[0] ?? null;

/** Whether a product is being copied to another slice: no row of its events may change meanwhile. */
export const isProductMoving = async (db: Database, productId: number): Promise<boolean> =>
  (await findMove(db, productId))?.stage === 'copying';

/** Whether an erasure of a visitor of the product has begun and is not complete. */
export const hasBegunErasure = async (db: Database, productId: number): Promise<boolean> =>
  (await db.$count(
    erasure,
    and(eq(erasure.productId, productId), isNotNull(erasure.lastEventId), isNull(erasure.erasedAt)),
  )) > 0;

/** @param bothFrom event id, of the future */
export const beginMove = async (
  db: Database,
  move: Pick<ProductMove, 'productId' | 'source' | 'target' | 'bothFrom'>,
): Promise<void> => {
  await db.insert(productMove).values({ ...move, stage: 'copying' });
};

const end = async (
  db: Database,
  { productId }: Pick<ProductMove, 'productId'>,
  stage: 'switched' | 'cancelled',
  bothUntil: bigint,
): Promise<boolean> => {
  const ended = await db
    .update(productMove)
    .set({ stage, bothUntil: bothUntil.toString(), endedAt: sql`now()` })
    .where(and(eq(productMove.productId, productId), eq(productMove.stage, 'copying')))
    .returning({ productId: productMove.productId });
  return ended.length > 0;
};

/** Gives a move up: the product stays. @returns false: it has ended */
export const cancelMove = (db: Database, move: ProductMove, bothUntil: bigint): Promise<boolean> =>
  end(db, move, 'cancelled', bothUntil);

/**
 * Lets reports, rollups and results read the target from now on.
 *
 * @param unread ids of conversions whose results the source may not have made yet
 * @returns false: the move has ended, or the product was deleted
 */
export const switchSlice = (
  db: Database,
  move: ProductMove,
  { unread, bothUntil }: { readonly unread: readonly string[]; readonly bothUntil: bigint },
): Promise<boolean> =>
  db.transaction(async tx => {
    const { productId, source, target } = move;
    const [found] = await tx
      .select({ id: product.id })
      .from(product)
      .where(eq(product.id, productId))
      .for('key share');
    if (found === undefined || !(await end(tx, move, 'switched', bothUntil))) return false;
    await tx
      .insert(productSlice)
      .values({ productId, slice: target })
      .onConflictDoUpdate({ target: productSlice.productId, set: { slice: target } });
    // Those that were noted late in the source: conversions of other products are not found in the target.
    await tx.execute(sql`
      insert into ${lateConversion} (conversion_id, slice)
      select conversion_id, ${target} from ${lateConversion} where slice = ${source}
      union select id, ${target} from unnest(${sql.param([...unread])}::numeric[]) as id
      on conflict do nothing`);
    return true;
  });

/** Ended moves whose rows are still on the slice that the product left, since before a time. */
export const movesEndedBefore = async (db: Database, seconds: number): Promise<readonly ProductMove[]> =>
  db
    .select()
    .from(productMove)
    .where(sql`${productMove.endedAt} < now() - make_interval(secs => ${seconds})`);

/** Forgets an ended move. */
export const forgetMove = async (db: Database, { productId }: ProductMove): Promise<void> => {
  await db
    .delete(productMove)
    .where(and(eq(productMove.productId, productId), isNotNull(productMove.endedAt)));
};
