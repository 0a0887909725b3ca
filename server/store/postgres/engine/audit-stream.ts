import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { apiKey, auditStreamPosition, change, company, user } from '../schema/index.ts';
import type { Database } from './database.ts';

/** The lines of the audit log that are to be streamed, and how far each company's log is. */

/** A line of the audit log with the names of what it refers to. */
export interface StreamedLine {
  readonly company: string;
  /** Place in the chain of the company, from 1 without gaps. */
  readonly position: number;
  readonly at: string;
  readonly action: string;
  readonly entity: string;
  readonly row_id: number;
  readonly user_id: number | null;
  readonly user_name: string | null;
  readonly api_key_id: number | null;
  readonly api_key_name: string | null;
  readonly ip_address: string;
  readonly user_agent: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly hash: string;
}

/** A company with lines that the receiver has not taken yet. */
export interface StreamedCompany {
  readonly id: number;
  readonly code: string;
  readonly position: number;
}

const positionOf = sql<number>`coalesce(${auditStreamPosition.position}, 0)`;

/** Companies with lines that the receiver has not taken yet. */
export const companiesToStream = (db: Database): Promise<StreamedCompany[]> =>
  db
    .select({ id: company.id, code: company.code, position: positionOf.mapWith(Number) })
    .from(company)
    .leftJoin(auditStreamPosition, eq(auditStreamPosition.companyId, company.id))
    .where(
      sql`exists (select from ${change} where ${change.companyId} = ${company.id} and ${change.chainPosition} > ${positionOf})`,
    )
    .orderBy(asc(company.id));

/** The lines of a company after a position, in the order of the chain. */
export const linesToStream = async (
  db: Database,
  { id, code, position }: StreamedCompany,
  limit: number,
): Promise<StreamedLine[]> => {
  const rows = await db
    .select({ line: change, userName: user.name, apiKeyName: apiKey.name })
    .from(change)
    .leftJoin(user, and(eq(user.id, change.userId), eq(user.companyId, change.companyId)))
    .leftJoin(apiKey, and(eq(apiKey.id, change.apiKeyId), eq(apiKey.companyId, change.companyId)))
    .where(and(eq(change.companyId, id), gt(change.chainPosition, position)))
    .orderBy(asc(change.chainPosition))
    .limit(limit);
  return rows.map(({ line, userName, apiKeyName }) => ({
    company: code,
    position: line.chainPosition ?? 0,
    at: line.changedAt.toISOString(),
    action: line.action,
    entity: line.entity,
    row_id: line.rowId,
    user_id: line.userId,
    user_name: userName,
    api_key_id: line.apiKeyId,
    api_key_name: apiKeyName,
    ip_address: line.ipAddress,
    user_agent: line.userAgent,
    before: line.before,
    after: line.after,
    hash: line.hash ?? '',
  }));
};

/** Notes that the receiver has taken the lines of a company up to a position. A position never moves back. */
export const moveStreamPosition = async (
  db: Database,
  { id }: Pick<StreamedCompany, 'id'>,
  position: number,
  movedAt: Date,
): Promise<void> => {
  await db
    .insert(auditStreamPosition)
    .values({ companyId: id, position, movedAt })
    .onConflictDoUpdate({
      target: auditStreamPosition.companyId,
      set: { position: sql`greatest(${auditStreamPosition.position}, ${position})`, movedAt },
    });
};
