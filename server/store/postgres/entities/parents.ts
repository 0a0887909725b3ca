import { eq } from 'drizzle-orm';
import { Failure, type FailureCode } from '../../../http/failures.ts';
import { sources, type EntityName } from './entity-sources.ts';
import { tableOf, type Guard } from './entity-write-plan.ts';

/** The parent of a row: a deleted row can be restored only while its parent is not deleted. */
export interface Holder {
  /** Field that refers to the parent. */
  readonly field: string;
  readonly to: EntityName;
  /** Failure code if the parent is deleted. */
  readonly failure: FailureCode;
}

/** Creates a guard that locks the parent of each restored row, and throws the parent's failure if it is deleted. */
export const requireHolder =
  ({ field, to, failure }: Holder): Guard =>
  async (tx, { action, before }) => {
    if (action !== 'restore') return;
    const table = tableOf(sources[to]);
    const [found] = await tx
      .select({ status: table.status })
      .from(table)
      .where(eq(table.id, Number(before?.[field])))
      .for('share');
    if (found?.status !== true) throw new Failure(failure);
  };
