import { and, desc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { errorReport } from '../schema/index.ts';

export type ErrorReport = typeof errorReport.$inferInsert;
export type StoredErrorReport = typeof errorReport.$inferSelect;

/** Adds a report and deletes those of the same company and origin beyond the last `limit`. */
export const addErrorReport = async (db: Database, report: ErrorReport, limit: number): Promise<void> => {
  const ofOrigin = and(eq(errorReport.companyId, report.companyId), eq(errorReport.origin, report.origin));
  await db.insert(errorReport).values(report);
  const oldest = db
    .select({ id: errorReport.id })
    .from(errorReport)
    .where(ofOrigin)
    .orderBy(desc(errorReport.id))
    .offset(limit)
    .limit(1);
  await db.delete(errorReport).where(and(ofOrigin, lte(errorReport.id, sql`(${oldest})`)));
};

/** The reports of a company, newest first. */
export const listErrorReports = (db: Database, companyId: number): Promise<StoredErrorReport[]> =>
  db
    .select()
    .from(errorReport)
    .where(eq(errorReport.companyId, companyId))
    .orderBy(desc(errorReport.occurredAt), desc(errorReport.id));
