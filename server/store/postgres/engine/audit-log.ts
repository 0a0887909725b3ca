import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { change, company } from '../schema/index.ts';
import type { Database } from './database.ts';

/**
 * Audit log of changed settings: user, time, IP address and values. Entries are written in the transaction of the
 * change, and chained by a trigger when it commits (`change` in schema/history.ts).
 */

/** The author of a change. */
export interface Author {
  readonly companyId: number;
  /** null: an import by schedule. */
  readonly userId: number | null;
  /** The API key with which the change is made, on behalf of the user; absent: none. */
  readonly apiKeyId?: number | undefined;
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
  const { companyId, userId, apiKeyId, ip, at } = author;
  for (let from = 0; from < changes.length; from += BATCH_ROWS) {
    await tx
      .insert(change)
      .values(
        changes
          .slice(from, from + BATCH_ROWS)
          .map(line => ({ ...line, companyId, userId, apiKeyId, ipAddress: ip, changedAt: at, entity })),
      );
  }
};

/** An entry with what its hash covers. */
export interface ChainedLine {
  readonly position: number;
  /** The entry's columns as a JSON list, without the hash. */
  readonly text: string;
  readonly hash: string;
}

/** The chained entries of a company after a position, in the order of the chain. */
export const chainAfter = async (
  db: Database,
  companyId: number,
  position: number,
  limit: number,
): Promise<readonly ChainedLine[]> => {
  const rows = await db
    .select({
      position: change.chainPosition,
      text: sql<string>`jsonb_build_array(${change.chainPosition}, ${change.id}, ${change.companyId}, ${change.entity}, ${change.rowId}, ${change.action}, ${change.userId}, ${change.apiKeyId}, ${change.ipAddress}, ${change.before}, ${change.after}, (extract(epoch from ${change.changedAt}) * 1000)::bigint)::text`,
      hash: change.hash,
    })
    .from(change)
    .where(and(eq(change.companyId, companyId), gt(change.chainPosition, position)))
    .orderBy(asc(change.chainPosition))
    .limit(limit);
  return rows.map(row => ({ position: row.position ?? 0, text: row.text, hash: row.hash ?? '' }));
};

/** Companies with the number of their entries outside the chain, by code. */
export const auditedCompanies = (db: Database) =>
  db
    .select({
      id: company.id,
      code: company.code,
      unchained: sql<number>`(select count(*)::integer from ${change} where ${and(
        eq(change.companyId, company.id),
        sql`(${isNull(change.hash)} or ${isNull(change.chainPosition)})`,
      )})`,
    })
    .from(company)
    .orderBy(asc(company.code));
