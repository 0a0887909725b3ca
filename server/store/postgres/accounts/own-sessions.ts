import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { refreshToken } from '../schema/index.ts';
import { endFamily, endSessionsOf } from './refresh-tokens.ts';

/** The sessions of a user: the newest token of each family of refresh tokens that has not ended. */

export interface SessionRow {
  readonly family: string;
  /** Null: the session began before it was stored. The same for the next two. */
  readonly startedAt: Date | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Time of the sign-in or of the last refresh. */
  readonly lastUsedAt: Date;
}

interface Owner {
  readonly companyId: number;
  readonly userId: number;
}

/** Of each family one token is unspent: the newest one. */
const isLive = ({ companyId, userId }: Owner, at: Date) =>
  and(
    eq(refreshToken.companyId, companyId),
    eq(refreshToken.userId, userId),
    isNull(refreshToken.usedAt),
    isNull(refreshToken.revokedAt),
    gt(refreshToken.expiresAt, at),
  );

const countSessions = async (db: Database, who: Owner, at: Date): Promise<number> => {
  const [found] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(refreshToken)
    .where(isLive(who, at));
  return found?.count ?? 0;
};

/**
 * Lists the sessions of a user: `first` of all, then those used last.
 * @returns at most `limit` sessions, and the number of all
 */
export const listSessions = async (
  db: Database,
  who: Owner,
  { at, first, limit }: { readonly at: Date; readonly first: string; readonly limit: number },
): Promise<{ readonly count: number; readonly rows: readonly SessionRow[] }> => {
  const [count, rows] = await Promise.all([
    countSessions(db, who, at),
    db
      .select({
        family: refreshToken.family,
        startedAt: refreshToken.startedAt,
        address: refreshToken.address,
        userAgent: refreshToken.userAgent,
        lastUsedAt: refreshToken.createdAt,
      })
      .from(refreshToken)
      .where(isLive(who, at))
      .orderBy(
        desc(sql`${refreshToken.family} = ${first}::uuid`),
        desc(refreshToken.createdAt),
        desc(refreshToken.id),
      )
      .limit(limit),
  ]);
  return { count, rows };
};

/**
 * Ends sessions of the author and records how many were left. The audit log has no line if none ended.
 * @returns the number of ended sessions
 */
const endAndRecord = (
  db: Database,
  author: Author & Owner,
  end: (tx: Database) => Promise<number>,
): Promise<number> =>
  db.transaction(async tx => {
    const ended = await end(tx);
    if (ended > 0) {
      const left = await countSessions(tx, author, author.at);
      await recordChanges(tx, author, 'users', [
        {
          rowId: author.userId,
          action: 'update',
          before: { sessions: left + ended },
          after: { sessions: left },
        },
      ]);
    }
    return ended;
  });

/**
 * Ends one session of the author.
 * @returns false: the author has no such session
 */
export const endOwnSession = async (
  db: Database,
  author: Author & Owner,
  family: string,
): Promise<boolean> => {
  const [own] = await db
    .select({ id: refreshToken.id })
    .from(refreshToken)
    .where(and(eq(refreshToken.family, family), isLive(author, author.at)));
  if (own === undefined) return false;
  return (await endAndRecord(db, author, tx => endFamily(tx, family, author.at))) > 0;
};

/** Ends all sessions of the author except the family `keep`. @returns the number of ended sessions */
export const endOtherSessions = (db: Database, author: Author & Owner, keep: string): Promise<number> =>
  endAndRecord(db, author, tx => endSessionsOf(tx, [author.userId], author.at, keep));
