import { sql, type SQL } from 'drizzle-orm';
import { DEFAULT_SLICE } from '../../../platform/slice-names.ts';
import type { Database } from '../engine/database.ts';

/** A queue of batches. */
type Queue = 'small' | 'large';

/** The lock of a queue of a slice. That of the default one has the name of installations with one server. */
const keyOf = (queue: Queue, slice: string): SQL => {
  const name = queue === 'small' ? 'touchpath deriving' : 'touchpath deriving large';
  return sql`hashtext(${slice === DEFAULT_SLICE ? name : `${name} ${slice}`})`;
};
/** The first half of the key of a product's lock; the second one is its id. */
const PRODUCT = sql`hashtext('touchpath deriving product')`;
/** The lock of changes that reports see, which one who lost the lock of the product may still be making. */
const CHANGING = sql`hashtext('touchpath changing product')`;
const MOVING = sql`hashtext('touchpath moving')`;
/** The lock of a command that rebuilds all products of a slice; the second half of its key is the slice. */
const REBUILDING = sql`hashtext('touchpath rebuilding')`;

/** Whether a process is deriving rollups of a slice. PostgreSQL releases the lock of a dead process with its connection. */
export const isDeriving = async (db: Database, slice: string): Promise<boolean> => {
  const {
    rows: [found],
  } = await db.execute<{ is_locked: boolean }>(sql`
    select exists (select from pg_locks, pg_database where locktype = 'advisory' and granted and database = pg_database.oid and datname = current_database()
      and objsubid = 1 and (classid::bigint << 32) | objid::bigint in (${keyOf('small', slice)}::bigint, ${keyOf('large', slice)}::bigint)) as is_locked`);
  return found?.is_locked === true;
};

/** Whether a command rebuilds all products of a slice: their rollups are complete, and may be old. */
export const isRebuilding = async (db: Database, slice: string): Promise<boolean> => {
  const {
    rows: [found],
  } = await db.execute<{ is_locked: boolean }>(sql`
    select exists (select from pg_locks, pg_database where locktype = 'advisory' and granted and database = pg_database.oid and datname = current_database()
      and objsubid = 2 and classid = ${REBUILDING}::bigint::bit(32)::bigint::oid and objid = hashtext(${slice})::bigint::bit(32)::bigint::oid) as is_locked`);
  return found?.is_locked === true;
};

/** Runs a rebuild of all products of a slice, after the end of another one. The end of the process ends it. */
export const whileRebuilding = <Answer>(
  db: Database,
  slice: string,
  rebuild: () => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(async tx => {
    // The connection idles while the rebuild runs, and must not time out.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${REBUILDING}, hashtext(${slice}))`);
    return rebuild();
  });

/** The products that processes are deriving, of all slices. */
export const productsBeingDerived = async (db: Database): Promise<ReadonlySet<number>> => {
  const { rows } = await db.execute<{ product: number }>(sql`
    select distinct objid::bigint::int as product from pg_locks, pg_database where locktype = 'advisory' and granted
      and database = pg_database.oid and datname = current_database() and objsubid = 2 and classid = ${PRODUCT}::bigint::bit(32)::bigint::oid`);
  return new Set(rows.map(({ product }) => product));
};

/** A product's lock, and the PostgreSQL process that has it: that of a connection which may break unnoticed. */
export interface ProductHold {
  readonly productId: number;
  readonly backend: number;
}

/**
 * Runs work on the rollups of a product under a lock of its own, so that two queues never derive it at the same time.
 * @param isPatient waits for another queue
 * @returns what the work returns; null: another queue, perhaps of another process, derives the product, or it was
 *   deleted or moved
 */
export type WithProductLock = <Answer>(
  productId: number,
  work: (hold: ProductHold) => Promise<Answer>,
  isPatient: boolean,
) => Promise<Answer | null>;

/** A process derived a product whose lock it lost with its connection: another one may derive it by now. */
export class HoldLost extends Error {
  override readonly name = 'HoldLost';
  constructor({ productId }: ProductHold) {
    super(`the lock of the rollups of product ${productId} was lost with its connection`);
  }
}

/**
 * Runs work on rollups under the advisory lock of a queue of batches of a slice, whose staging tables only one process may write.
 * @param patient true: waits for the lock; false: does nothing while another process has it
 * @returns whether `work` ran
 */
export const withDerivationLock = (
  db: Database,
  { queue, slice }: { readonly queue: Queue; readonly slice: string },
  patient: boolean,
  work: (withProduct: WithProductLock) => Promise<void>,
): Promise<boolean> =>
  db.transaction(async tx => {
    const take = async (lock: SQL): Promise<boolean> => {
      const {
        rows: [found],
      } = await tx.execute<{ taken: boolean }>(sql`select ${lock} as taken`);
      return found?.taken === true;
    };
    // This connection idles while `work` runs, or waits, and must not time out.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    if (patient) await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(queue, slice)})`);
    else if (!(await take(sql`pg_try_advisory_xact_lock(${keyOf(queue, slice)})`))) return false;
    const {
      rows: [session],
    } = await tx.execute<{ backend: number }>(sql`select pg_backend_pid() as backend`);
    const backend = session?.backend ?? 0;
    await work(async (productId, workOnProduct, isWaiting) => {
      if (isWaiting) await tx.execute(sql`select pg_advisory_lock(${PRODUCT}, ${productId})`);
      else if (!(await take(sql`pg_try_advisory_lock(${PRODUCT}, ${productId})`))) return null;
      try {
        // Read after the lock is granted: a deletion of the product waits for the lock, and its rows must not return. So
        // does its move to another slice.
        const isHere = sql`exists (select from product where id = ${productId}
          and coalesce((select slice from product_slice where product_id = ${productId}), ${DEFAULT_SLICE}) = ${slice})`;
        if (!(await take(isHere))) return null;
        await tx.execute(
          sql`select pg_advisory_lock(${CHANGING}, ${productId}), pg_advisory_unlock(${CHANGING}, ${productId})`,
        );
        return await workOnProduct({ productId, backend });
      } finally {
        await tx.execute(sql`select pg_advisory_unlock(${PRODUCT}, ${productId})`);
      }
    });
    return true;
  });

/** Runs work while no process derives a product, after the end of a running derivation. */
export const whileNotDerived = <Answer>(
  db: Database,
  productId: number,
  work: () => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(async tx => {
    // The connection idles while `work` runs, and must not time out.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${PRODUCT}, ${productId})`);
    await tx.execute(sql`select pg_advisory_xact_lock(${CHANGING}, ${productId})`);
    return work();
  });

/**
 * Runs a change of a product's rollups that reports see, while its lock is certainly held: the next process that takes
 * the lock waits for the change.
 *
 * @throws {HoldLost} where the lock was lost
 */
export const whileHeld = <Answer>(
  db: Database,
  hold: ProductHold,
  change: () => Promise<Answer>,
): Promise<Answer> =>
  db.transaction(async tx => {
    // The connection idles while `change` runs, and must not time out.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await tx.execute(sql`select pg_advisory_xact_lock(${CHANGING}, ${hold.productId})`);
    const {
      rows: [found],
    } = await tx.execute<{ is_held: boolean }>(sql`
      select exists (select from pg_locks, pg_database where locktype = 'advisory' and granted and database = pg_database.oid and datname = current_database()
        and objsubid = 2 and classid = ${PRODUCT}::bigint::bit(32)::bigint::oid and objid = ${hold.productId}::oid and pid = ${hold.backend}) as is_held`);
    if (found?.is_held !== true) throw new HoldLost(hold);
    return change();
  });

/** Whether PostgreSQL reported a lock timeout (55P03). */
const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '55P03') || isOutOfTime(error.cause));

/** Runs `work` under a lock, or without it if the lock is not granted within `timeoutMs`. */
const underLock = async <Answer>(
  db: Database,
  lock: SQL,
  timeoutMs: number,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  let begun = false;
  try {
    return await db.transaction(async tx => {
      // The connection idles while `work` runs, and must not time out.
      await tx.execute(
        sql`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('statement_timeout', '0', true), set_config('lock_timeout', ${String(timeoutMs)}, true)`,
      );
      await tx.execute(lock);
      begun = true;
      return await work();
    });
  } catch (error) {
    if (begun || !isOutOfTime(error)) throw error;
    return work();
  }
};

/**
 * Reads under the shared lock, so that no process publishes rollups meanwhile. The wait for the lock is at most
 * `timeoutMs`; the read then runs without it.
 */
export const whileNoRowsMove = <Answer>(
  db: Database,
  timeoutMs: number,
  read: () => Promise<Answer>,
): Promise<Answer> => underLock(db, sql`select pg_advisory_xact_lock_shared(${MOVING})`, timeoutMs, read);

/** Publishes rollups under the exclusive lock, after readers finish; without it after `timeoutMs`. */
export const moveRows = (db: Database, timeoutMs: number, move: () => Promise<void>): Promise<void> =>
  underLock(db, sql`select pg_advisory_xact_lock(${MOVING})`, timeoutMs, move);
