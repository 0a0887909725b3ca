import { and, count, desc, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../engine/database.ts';
import { asp, company, notification, notificationAttempt } from '../schema/index.ts';

/** A network, and the number of its notifications that failed at every attempt. */
export interface NetworkFailures {
  readonly company: string;
  readonly networkId: number;
  readonly network: string;
  readonly notifications: number;
}

/**
 * Networks of all companies with notifications whose last attempt failed from `since` on, most first. Notifications of
 * deleted networks and disabled companies can be sent by nobody.
 */
export const networkFailuresSince = (db: Database, since: Date): Promise<readonly NetworkFailures[]> =>
  db
    .select({
      company: company.code,
      networkId: asp.id,
      network: asp.name,
      notifications: sql<number>`${count()}`.mapWith(Number).as('notifications'),
    })
    .from(notification)
    .innerJoin(
      notificationAttempt,
      and(
        eq(notificationAttempt.notificationId, notification.id),
        eq(notificationAttempt.number, notification.attempts),
        gte(notificationAttempt.executedAt, since),
      ),
    )
    .innerJoin(asp, and(eq(asp.id, notification.aspId), eq(asp.status, true)))
    .innerJoin(company, and(eq(company.id, notification.companyId), eq(company.status, true)))
    .where(eq(notification.state, 'dead'))
    .groupBy(company.code, asp.id)
    .orderBy(desc(sql`notifications`), asp.id);
