import { eq } from 'drizzle-orm';
import { Failure, type FailureCode } from '../../../http/failures.ts';
import { sources, type EntityName } from './entity-sources.ts';
import type { Guard } from './entity-writes.ts';

/** What a row is nothing without: it comes back only while that is there. */
export interface Holder {
  /** The field that names it. */
  readonly field: string;
  readonly to: EntityName;
  /** What is told where it is deleted. */
  readonly failure: FailureCode;
}

/**
 * Looks at each row that is brought back, and holds what it is nothing without. It throws the holder's
 * failure where that is deleted.
 */
export const requireHolder =
  ({ field, to, failure }: Holder): Guard =>
  async (tx, { action, before }) => {
    if (action !== 'restore') return;
    const { table } = sources[to];
    const [found] = await tx
      .select({ status: table.status })
      .from(table)
      .where(eq(table.id, Number(before?.[field])))
      .for('share');
    if (found?.status !== true) throw new Failure(failure);
  };
