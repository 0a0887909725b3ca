import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { change, company, type ChangeAction } from '../schema/index.ts';
import type { Database } from './database.ts';

/**
 * Audit log of changes, sign-ins, downloads and uses of API keys: user, time, client and values. Entries are written in the
 * transaction of what they record, and chained by a trigger when it commits (`change` in schema/history.ts).
 */

/** The author of a change. */
export interface Author {
  readonly companyId: number;
  /** null: an import by schedule, a mailed report, or a refused sign-in, which proves nobody's identity. */
  readonly userId: number | null;
  /** The API key with which the change is made, on behalf of the user; absent: none. */
  readonly apiKeyId?: number | undefined;
  readonly ip: string;
  /** User-Agent header of the request; absent: none. */
  readonly userAgent?: string | undefined;
  readonly at: Date;
}

/** Change of one row, with fields by their API names. Secrets must not be included. */
export interface RowChange {
  readonly rowId: number;
  readonly action: ChangeAction;
  /** null: the row was created, or nothing was changed. */
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
  const { companyId, userId, apiKeyId, ip, userAgent = '', at } = author;
  for (let from = 0; from < changes.length; from += BATCH_ROWS) {
    await tx.insert(change).values(
      changes.slice(from, from + BATCH_ROWS).map(line => ({
        ...line,
        companyId,
        userId,
        apiKeyId,
        ipAddress: ip,
        userAgent,
        changedAt: at,
        entity,
      })),
    );
  }
};

/**
 * The text that the hash of an entry covers: its columns as a JSON list. Entries without a user agent have no place for
 * it, as all had before the column existed.
 */
const hashedText = sql<string>`(jsonb_build_array(${change.chainPosition}, ${change.id}, ${change.companyId}, ${change.entity}, ${change.rowId}, ${change.action}, ${change.userId}, ${change.apiKeyId}, ${change.ipAddress}, ${change.before}, ${change.after}, (extract(epoch from ${change.changedAt}) * 1000)::bigint)
  || case when ${change.userAgent} = '' then '[]' else jsonb_build_array(${change.userAgent}) end)::text`;

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
      text: hashedText,
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

/** A file that left the program. */
interface FileLine {
  /** Name of the list or report. */
  readonly file: string;
  readonly format: string;
  readonly rows: number;
  /** Query of the file. */
  readonly conditions: unknown;
}

/** A file that a report delivery mails. */
export interface MailedFile extends FileLine {
  readonly recipient: string;
}

/** Records the download of a file. */
export const recordDownload = (db: Database, author: Author, after: FileLine): Promise<void> =>
  db.transaction(tx =>
    recordChanges(tx, author, 'files', [{ rowId: 0, action: 'download', before: null, after: { ...after } }]),
  );

/** Records that a report delivery mails a file. */
export const recordMailedFile = (
  db: Database,
  author: Author,
  deliveryId: number,
  after: MailedFile,
): Promise<void> =>
  db.transaction(tx =>
    recordChanges(tx, author, 'reportDeliveries', [
      { rowId: deliveryId, action: 'mail', before: null, after: { ...after } },
    ]),
  );
