import { and, asc, desc, eq, gt, inArray, lte } from 'drizzle-orm';
import { DAY } from '../../../platform/time.ts';
import type { Database } from '../engine/database.ts';
import { columnChoice } from '../schema/index.ts';

/** Maximum number of column choices per user, which bounds what an account can store. */
export const MAX_COLUMN_CHOICES = 200;

/** Retention in ms of a choice after its screen was last opened. */
export const COLUMN_CHOICE_LIFETIME_MS = 30 * DAY;

/** The user whose choices are read or written. */
export interface ColumnOwner {
  readonly companyId: number;
  readonly userId: number;
}

/** A user's column choice for one screen; null: the default of the screen. */
export interface ColumnChoice {
  readonly screen: string;
  readonly hidden: string[] | null;
  readonly order: string[] | null;
  readonly pinned: string | null;
}

/** A partial column choice: omitted parts stay as stored. */
export type ColumnChoiceChange = Pick<ColumnChoice, 'screen'> & Partial<Omit<ColumnChoice, 'screen'>>;

const isOf = ({ companyId, userId }: ColumnOwner) =>
  and(eq(columnChoice.companyId, companyId), eq(columnChoice.userId, userId));
const expiry = (at: Date) => new Date(at.getTime() - COLUMN_CHOICE_LIFETIME_MS);

/** @returns the choices of a user that have not expired at `at`, by screen */
export const listColumnChoices = (
  db: Database,
  owner: ColumnOwner,
  at: Date,
): Promise<(ColumnChoice & { readonly id: number; readonly lastUsedAt: Date })[]> =>
  db
    .select({
      id: columnChoice.id,
      screen: columnChoice.screen,
      hidden: columnChoice.hidden,
      order: columnChoice.order,
      pinned: columnChoice.pinned,
      lastUsedAt: columnChoice.lastUsedAt,
    })
    .from(columnChoice)
    .where(and(isOf(owner), gt(columnChoice.lastUsedAt, expiry(at))))
    .orderBy(asc(columnChoice.screen));

/**
 * Saves the given parts of a user's choice for a screen, as used at `at`. Expired choices are deleted first, and the
 * least recently used ones beyond `MAX_COLUMN_CHOICES`.
 */
export const saveColumnChoice = (
  db: Database,
  owner: ColumnOwner,
  { screen, hidden, order, pinned }: ColumnChoiceChange,
  at: Date,
): Promise<void> =>
  db.transaction(async tx => {
    await tx.delete(columnChoice).where(and(isOf(owner), lte(columnChoice.lastUsedAt, expiry(at))));
    // Drizzle omits columns whose value is undefined.
    const values = { hidden, order, pinned, lastUsedAt: at };
    await tx
      .insert(columnChoice)
      .values({ ...owner, screen, ...values })
      .onConflictDoUpdate({ target: [columnChoice.userId, columnChoice.screen], set: values });
    const surplus = tx
      .select({ id: columnChoice.id })
      .from(columnChoice)
      .where(isOf(owner))
      .orderBy(desc(columnChoice.lastUsedAt), desc(columnChoice.id))
      .offset(MAX_COLUMN_CHOICES);
    await tx.delete(columnChoice).where(and(isOf(owner), inArray(columnChoice.id, surplus)));
  });
