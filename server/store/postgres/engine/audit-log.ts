import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Database } from './database.ts';
import { change, user } from '../schema/index.ts';

/** The audit log: who changed what, when, from where. Written in the transaction of the change. */

/** Who changes something. */
export interface Author {
  readonly companyId: number;
  /** null: nobody in person, but an import by schedule. */
  readonly userId: number | null;
  readonly ip: string;
  readonly at: Date;
}

export type ChangeAction = 'create' | 'update' | 'remove' | 'restore';

/**
 * One row's change: its fields by their names outside, as answers show them. Secrets are not to be among
 * them.
 */
export interface RowChange {
  readonly rowId: number;
  readonly action: ChangeAction;
  /** null: there was no row before. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>>;
}

const BATCH = 1000;

/** Writes down changes of one entity's rows. @param entity the name of its list: `ads` */
export const recordChanges = async (
  tx: Database,
  author: Author,
  entity: string,
  changes: readonly RowChange[],
): Promise<void> => {
  const { companyId, userId, ip, at } = author;
  for (let from = 0; from < changes.length; from += BATCH) {
    await tx
      .insert(change)
      .values(
        changes
          .slice(from, from + BATCH)
          .map(line => ({ ...line, companyId, userId, ipAddress: ip, changedAt: at, entity })),
      );
  }
};

/** A line of the log as it is shown. */
export interface ChangeRow extends RowChange {
  readonly id: number;
  readonly entity: string;
  readonly userId: number | null;
  readonly userName: string | null;
  readonly ipAddress: string;
  readonly changedAt: Date;
}

/** One page of a company's changes, the newest first, and how many there are. */
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
