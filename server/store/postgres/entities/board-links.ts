import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Creation } from '../../../http/idempotency.ts';
import type { Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { makeOnce } from '../engine/idempotency.ts';
import { analyzeSetting, boardLink, product } from '../schema/index.ts';
import type { Guard } from './entity-write-plan.ts';
import { insertEntity, markEntities } from './entity-writes.ts';

/** Links by which people without an account read a board. */

type Row = typeof boardLink.$inferSelect;

/** A link in the form of the API. */
export interface BoardLinkValues {
  readonly board_id: number;
  readonly product_id: number;
  readonly name: string;
  readonly title: string;
  readonly brand: string;
  readonly locale: Row['locale'];
}

/** A link that has neither expired nor been revoked, of an existing product. */
export interface OpenBoardLink extends Pick<
  Row,
  'id' | 'companyId' | 'boardId' | 'productId' | 'userId' | 'title' | 'brand' | 'locale' | 'expiresAt'
> {
  /** First weekday of the product: 0 Sunday, 1 Monday. */
  readonly weekStart: number;
}

/** A use of a link is no change of its settings, so `updated_at` is preserved. */
const UNCHANGED = { updatedAt: sql`${boardLink.updatedAt}` };

/** Inserts a link without a token, once per idempotency key. @returns its id */
export const insertBoardLink = (
  db: Database,
  author: Author,
  values: BoardLinkValues,
  { expiresAt, creation }: { readonly expiresAt: Date; readonly creation: Creation | null },
): Promise<number> =>
  db.transaction(tx =>
    makeOnce(tx, author, creation, () => {
      const after = { ...values, expires_at: expiresAt.toISOString() };
      const plan = { values: { ...values }, referred: [], before: null, after };
      return insertEntity(tx, 'boardLinks', author, plan, {
        hidden: { userId: author.userId, expiresAt },
      });
    }),
  );

/** Stores the token of a link, which replaces a former one. @param hash SHA-256 of the token */
export const storeBoardLinkHash = async (
  db: Database,
  { companyId, id, hash }: { readonly companyId: number; readonly id: number; readonly hash: Buffer },
): Promise<void> => {
  await db
    .update(boardLink)
    .set({ hash, ...UNCHANGED })
    .where(and(eq(boardLink.id, id), eq(boardLink.companyId, companyId), boardLink.status));
};

/**
 * Revokes a link for good: its token is forgotten.
 *
 * @param guard checks whether the author may revoke it
 * @throws {Failure} `not_found`, and what the guard throws
 */
export const revokeBoardLink = (db: Database, author: Author, id: number, guard: Guard): Promise<void> =>
  db.transaction(async tx => {
    await markEntities(tx, 'boardLinks', author, [id], false, { guard });
    await tx
      .update(boardLink)
      .set({ hash: null, ...UNCHANGED })
      .where(and(eq(boardLink.id, id), eq(boardLink.companyId, author.companyId)));
  });

/** Finds a link by its token; null: none that is open. @param hash SHA-256 of the token @param at time of use */
export const findOpenBoardLink = async (
  db: Database,
  hash: Buffer,
  at: Date,
): Promise<OpenBoardLink | null> => {
  const [found] = await db
    .select({
      id: boardLink.id,
      companyId: boardLink.companyId,
      boardId: boardLink.boardId,
      productId: boardLink.productId,
      userId: boardLink.userId,
      title: boardLink.title,
      brand: boardLink.brand,
      locale: boardLink.locale,
      expiresAt: boardLink.expiresAt,
      weekStart: product.weekStart,
    })
    .from(boardLink)
    .innerJoin(
      product,
      and(eq(product.id, boardLink.productId), eq(product.companyId, boardLink.companyId), product.status),
    )
    .where(
      and(isNotNull(boardLink.hash), eq(boardLink.hash, hash), boardLink.status, gt(boardLink.expiresAt, at)),
    );
  return found ?? null;
};

/** Counts an opening of a link. */
export const noteBoardLinkOpened = async (
  db: Database,
  { id, companyId }: Pick<OpenBoardLink, 'id' | 'companyId'>,
  at: Date,
): Promise<void> => {
  await db
    .update(boardLink)
    .set({ openings: sql`${boardLink.openings} + 1`, lastOpenedAt: at, ...UNCHANGED })
    .where(and(eq(boardLink.id, id), eq(boardLink.companyId, companyId)));
};

/** The setting of an analysis page of a product. */
export interface AnalysisPageSetting {
  readonly page: string;
  readonly metrics: readonly string[];
  readonly axes: readonly string[];
  readonly hidden: readonly string[];
  readonly chart: string;
}

/** Finds the setting of an analysis page; null: the product has none. */
export const findAnalysisPage = async (
  db: Database,
  companyId: number,
  productId: number,
  page: string,
): Promise<AnalysisPageSetting | null> => {
  const [found] = await db
    .select({
      page: analyzeSetting.page,
      metrics: analyzeSetting.metrics,
      axes: analyzeSetting.axes,
      hidden: analyzeSetting.hiddenMetrics,
      chart: analyzeSetting.chart,
    })
    .from(analyzeSetting)
    .where(
      and(
        eq(analyzeSetting.companyId, companyId),
        eq(analyzeSetting.productId, productId),
        eq(analyzeSetting.page, page),
        analyzeSetting.status,
      ),
    );
  return found ?? null;
};
