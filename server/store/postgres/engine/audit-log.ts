import type { Database } from './database.ts';
import { change } from '../schema/index.ts';

/**
 * Audit log of changed settings: user, time, IP address and values. Entries are written in the transaction of the
 * change.
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
