import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { change, user } from '../schema/index.ts';

/**
 * Audit log of changed settings: user, time, IP address and values. Entries are written in the transaction of the
 * change.
 */

/** The author of a change. */
export interface Author {
  readonly companyId: number;
  /** null: an import by schedule. */
  readonly userId: number | null;
  readonly ip: string;
  readonly at: Date;
}

export type ChangeAction = 'create' | 'update' | 'remove' | 'restore';

/** Change of one row, with fields by their API names. Secrets must not be included. */
export interface RowChange {
  readonly rowId: number;
  readonly action: ChangeAction;
  /** null: the row was created. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
}

const BATCH_ROWS = 1000;

/** Inserts audit log entries for rows of one entity. @param entity name of its list: `ads` */
export const recordChanges = async (
  tx: Database,
  author: Author,
  entity: string,
  changes: readonly RowChange[],
): Promise<void> => {
  const { companyId, userId, ip, at } = author;
  for (let from = 0; from < changes.length; from += BATCH_ROWS) {
    await tx
      .insert(change)
      .values(
        changes
          .slice(from, from + BATCH_ROWS)
          .map(line => ({ ...line, companyId, userId, ipAddress: ip, changedAt: at, entity })),
      );
  }
};

/** An audit log entry with the user's name. */
export interface ChangeRow extends RowChange {
  readonly id: number;
  readonly entity: string;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly ipAddress: string;
  readonly changedAt: Date;
}

/** One page of a company's audit log, newest first, and the total count. */
export const pageChanges = async (
  db: Database,
  companyId: number,
  question: {
    entity?: string | undefined;
    rowId?: number | undefined;
    field?: string | undefined;
    page: number;
    size: number;
  },
): Promise<{ count: number; rows: ChangeRow[] }> => {
  const where: SQL | undefined = and(
    eq(change.companyId, companyId),
    question.entity === undefined ? undefined : eq(change.entity, question.entity),
    question.rowId === undefined ? undefined : eq(change.rowId, question.rowId),
    question.field === undefined ? undefined : sql`jsonb_exists(${change.after}, ${question.field})`,
  );
  const [rows, [total]] = await Promise.all([
    db
      .select({
        id: change.id,
        entity: change.entity,
        rowId: change.rowId,
        action: change.action,
        before: change.before,
        after: change.after,
        userId: change.userId,
        userName: user.name,
        ipAddress: change.ipAddress,
        changedAt: change.changedAt,
      })
      .from(change)
      .leftJoin(user, and(eq(user.id, change.userId), eq(user.companyId, change.companyId)))
      .where(where)
      .orderBy(desc(change.id))
      .limit(question.size)
      .offset((question.page - 1) * question.size),
    db.select({ count: count() }).from(change).where(where),
  ]);
  return { count: total?.count ?? 0, rows };
};
