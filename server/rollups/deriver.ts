import type { ProductDependencies } from '../dependencies.ts';
import { queueOf } from '../store/clickhouse/rollups/batch.ts';
import { derivedOf, isCurrent } from '../store/clickhouse/rollups/derived.ts';
import {
  dropDerived,
  dropDerivedOf,
  productsWithDerived,
  productsWithOtherGenerations,
  removeOtherGenerations,
} from '../store/clickhouse/rollups/removal.ts';
import { createEnding, type Ending } from '../store/clickhouse/engine/cancellation.ts';
import { onOneReplica } from '../store/clickhouse/engine/one-replica.ts';
import type { CreditTable } from '../store/clickhouse/rollups/paths.ts';
import type { Queue, StagingArea } from '../store/clickhouse/rollups/rollup.ts';
import {
  limitWatermarks,
  readAllWatermarks,
  versionOf,
  type ProductWatermarks,
} from '../store/clickhouse/rollups/watermarks.ts';
import { answersOf } from '../store/clickhouse/engine/settle-all.ts';
import {
  whileHeld,
  whileNotDerived,
  whileRebuilding,
  type ProductHold,
} from '../store/postgres/reports/derivation-lock.ts';
import { forgetPreviousRules, trackedProducts, type ProductRules } from '../store/postgres/reports/costs.ts';
import { changedProducts, forgetChangesOf } from '../store/postgres/results/result-changes-feed.ts';
import { productsOn } from '../slices/slices.ts';
import { createLease, type Lease } from './derivation-lease.ts';
import { recordTask, type TaskRecord } from '../platform/tasks.ts';
import { traced } from '../platform/tracing.ts';
import { derivedUpTo, deriveProduct } from './derive-product.ts';
import { DECAY_PERCENT, DECAY_ROWS, decayTable, decayUnits, UNITS } from '../attribution/models.ts';
import { countingRules } from '../attribution/rules.ts';
import type { CountingRules } from '../attribution/measurement-rules.ts';

/** The numbers of the models, for queries. */
export const creditTable: CreditTable = { units: UNITS, decay: decayUnits, rows: DECAY_ROWS, stored: true };

/** The same for a decay in percent from each contact to the one before it. */
export const creditTableOf = (percent: number): CreditTable =>
  percent === DECAY_PERCENT ? creditTable : { units: UNITS, ...decayTable(percent), stored: false };

/** A product whose rollups lack events, changes of results or its present rules, or are rebuilt, as it was found. */
export interface StaleProduct {
  readonly settings: ProductRules;
  readonly rules: CountingRules;
  readonly found: ProductWatermarks;
  /** The queue of its batch. */
  readonly queue: Queue;
  /** Whether a command has a new generation made, though nothing else requires it. Its batch waits for other processes. */
  readonly isRebuild: boolean;
}

/**
 * `failed`: the product is to be found again, since its batch failed, which is logged, or another process is deriving.
 * `large`: its batch was found to need the queue `large`.
 */
export type TaskOutcome = 'done' | 'failed' | 'large';

export interface Paths {
  /**
   * Finds the products whose rollups are behind. From then on until `release` or the next search no other process makes
   * small batches.
   *
   * @param only ids of the products to search; null: all
   * @returns null: another process is deriving, which may not have seen the last loaded events
   */
  findStale(only: ReadonlySet<number> | null): Promise<readonly StaleProduct[] | null>;
  /**
   * Updates the rollups of a product. A batch of each queue is made at a time.
   *
   * @param onPublished runs as soon as reports have the rows of the batch, which then clears up
   * @throws where PostgreSQL is unavailable
   */
  derive(stale: StaleProduct, queue: Queue, onPublished?: () => void): Promise<TaskOutcome>;
  /** Those of the products that are on the slice. */
  onSlice(productIds: ReadonlySet<number>): Promise<ReadonlySet<number>>;
  /** Lets other processes make small batches. */
  release(): Promise<void>;
  isClosed(): boolean;
  /**
   * Updates the rollups of all products to the loaded events: first those of small batches, then, while other processes
   * make small batches, those of large ones.
   *
   * @returns false: another process is deriving
   */
  refresh(): Promise<boolean>;
  /**
   * Makes a new generation of the rows of each product, in the order of `refresh`, while reports read the present one;
   * then removes rows that no report reads.
   *
   * @returns the products that could not be rebuilt, which is logged; their reports read the present rows
   */
  rebuild(): Promise<readonly number[]>;
  /**
   * The same for rows that are lost or wrong: all are dropped before, so that reports read the events meanwhile.
   *
   * @param prepare runs in between, while no process derives
   */
  dropAndRebuild(prepare: () => Promise<void>): Promise<readonly number[]>;
  /** Aborts the present batches, but not the move of rows; the next start resumes. */
  close(): Promise<void>;
}

export interface DeriverParts extends Pick<
  ProductDependencies,
  'columnar' | 'slice' | 'slices' | 'db' | 'ids' | 'log'
> {
  /** The id up to which the events of all collectors are stored in a slice; absent or null: there is one collector. */
  readonly completeUpTo?: (slice: string) => Promise<bigint | null>;
  /** See {@link StagingArea}; default: no other process uses the store. */
  readonly stagingOwner?: string | null;
}

interface BatchParts extends DeriverParts {
  /** Records whether batches succeed. */
  readonly batches: TaskRecord;
}

/** Reads the watermarks of products, without events that a slower collector may still precede. */
const readWatermarks = async (
  { columnar, slice, completeUpTo }: DeriverParts,
  only: ReadonlySet<number> | null,
): Promise<ReadonlyMap<number, ProductWatermarks>> => {
  // Read first: all events up to this id are stored by the time at which the watermarks are read.
  const upTo = (await completeUpTo?.(slice)) ?? null;
  const found = await readAllWatermarks(columnar, only);
  return upTo === null ? found : limitWatermarks(columnar, found, upTo);
};

/**
 * @param only ids of the products to search; null: all
 * @param isRebuild finds products whose rollups lack nothing too
 */
const findStaleProducts = async (
  parts: DeriverParts,
  only: ReadonlySet<number> | null,
  isRebuild = false,
): Promise<readonly StaleProduct[]> => {
  const { db, slice, slices } = parts;
  const [measured, changed, tracked] = await answersOf(
    readWatermarks(parts, only),
    changedProducts(db),
    trackedProducts(db, only),
  );
  // A product that moves has rows on two slices.
  const here = await productsOn(slices, slice, [...measured.keys(), ...changed]);
  if (only === null)
    await forgetChangesOf(
      db,
      changed.filter(id => here.has(id) && !measured.has(id)),
    );
  const stale: StaleProduct[] = [];
  for (const settings of tracked) {
    const { id, trackingTerm, excludedIps } = settings;
    const found = measured.get(id);
    if (found === undefined || !here.has(id)) continue;
    const rules = countingRules(id, trackingTerm, excludedIps);
    // Most products have no new events.
    if (isRebuild || !isCurrent(found.derived, found.filled, rules) || changed.includes(id))
      stale.push({
        settings,
        rules,
        found,
        queue: queueOf({ after: derivedUpTo(found.derived, rules, isRebuild), upTo: found.filled }),
        isRebuild,
      });
    else if (settings.rulesChangedAt !== null) await forgetPreviousRules(db, settings);
  }
  return stale;
};

/**
 * Derives one product. A failure is logged and must not block the others: its reports read the events meanwhile.
 *
 * @param found null: the watermarks are read again
 */
const deriveOne = async (
  parts: BatchParts,
  ending: Ending,
  {
    settings,
    rules,
    found,
    isRebuild,
    hold,
    onPublished,
  }: Pick<StaleProduct, 'settings' | 'rules' | 'isRebuild'> & {
    readonly found: ProductWatermarks | null;
    readonly hold: ProductHold;
    readonly onPublished: (() => void) | undefined;
  },
  area: StagingArea,
): Promise<TaskOutcome> => {
  try {
    const { productId } = rules;
    const { columnar, isReplicated, within } = await onOneReplica(parts.columnar);
    const its = { ...parts, columnar };
    // What was found before may be of another replica.
    const known = isReplicated ? null : found;
    const watermarks = known ?? (await readWatermarks(its, new Set([productId]))).get(productId);
    if (watermarks === undefined) return 'done';
    const options = {
      ending: { ...ending, columnar: within(ending.columnar) },
      found: watermarks,
      area,
      isRebuild,
      hold,
      ...(onPublished !== undefined && { onPublished }),
    };
    const outcome = await traced(
      {
        name: 'derive rollups',
        attributes: { 'touchpath.product.id': productId, 'touchpath.queue': area.queue },
      },
      () => deriveProduct(its, rules, creditTable, options),
    );
    parts.batches.succeeded();
    if (outcome === 'large') return 'large';
    if (settings.rulesChangedAt !== null && !ending.isDue()) await forgetPreviousRules(parts.db, settings);
    return 'done';
  } catch (error) {
    if (!ending.isDue()) {
      parts.batches.failed();
      parts.log.error(
        { err: error, product: rules.productId },
        'The paths of a product could not be derived.',
      );
    }
    return 'failed';
  }
};

/** Runs pieces of work one after the other. */
const createSequence = () => {
  let running: Promise<unknown> = Promise.resolve();
  return {
    run: <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
      const next = running.then(work);
      running = next.catch(() => undefined); // reported to the caller of that work, not to the next one
      return next;
    },
    ended: (): Promise<unknown> => running,
  };
};

/** The queue `large`: one batch at a time, which is found anew when its turn comes, since it may have waited long. */
const createLargeQueue = (parts: BatchParts, ending: Ending) => {
  const area: StagingArea = { queue: 'large', owner: parts.stagingOwner ?? null };
  const lease = createLease(parts, area);
  const { run, ended } = createSequence();
  /** @param isPatient waits for the large batch of another process */
  const within = async <Answer>(
    isPatient: boolean,
    work: () => Promise<Answer>,
    refused: Answer,
  ): Promise<Answer> => {
    if (ending.isDue() || !(await lease.take(isPatient))) return refused;
    try {
      return await work();
    } finally {
      await lease.release();
    }
  };
  const deriveLarge = async (
    hold: ProductHold,
    isRebuild: boolean,
    onPublished: (() => void) | undefined,
  ): Promise<TaskOutcome> => {
    const [stale] = await findStaleProducts(parts, new Set([hold.productId]), isRebuild);
    return stale === undefined ? 'done' : deriveOne(parts, ending, { ...stale, hold, onPublished }, area);
  };
  return {
    /** @returns null: another process makes a large batch, or derives the product; or the product was deleted */
    derive: (
      { rules: { productId }, isRebuild }: StaleProduct,
      onPublished?: () => void,
    ): Promise<TaskOutcome | null> =>
      run(() =>
        within<TaskOutcome | null>(
          isRebuild,
          () => lease.withProduct(productId, hold => deriveLarge(hold, isRebuild, onPublished), isRebuild),
          null,
        ),
      ),
    /** Runs work while no process makes a large batch. */
    exclude: (work: () => Promise<void>): Promise<void> => run(() => within(true, work, undefined)),
    ended,
  };
};

/** Removes the rows that batches of ended processes left: those that no state of a product names. */
export const removeLeftGenerations = async (
  { columnar, db, log }: Pick<DeriverParts, 'columnar' | 'db' | 'log'>,
  lease: Lease,
): Promise<void> => {
  try {
    for (const productId of await productsWithOtherGenerations(columnar))
      // Read again under the lock: a batch may be moving the rows of a new generation.
      await lease.withProduct(productId, hold =>
        whileHeld(db, hold, async () =>
          removeOtherGenerations(
            columnar,
            productId,
            (await derivedOf(columnar, productId))?.generation ?? '0',
          ),
        ),
      );
  } catch (error) {
    // Reports do not read these rows: nothing needs to wait for their removal.
    log.warn({ err: error }, 'Unused rows of rollups could not be removed; the next start retries.');
  }
};

/** The queue `small`: a search, and one product at a time, while this process has its lease. */
const createSmallQueue = (parts: BatchParts, ending: Ending) => {
  const area: StagingArea = { queue: 'small', owner: parts.stagingOwner ?? null };
  const lease = createLease(parts, area);
  /** Found by the last search, before anything changed rollups: their watermarks need not be read again. */
  let unchanged: readonly StaleProduct[] = [];
  /** Whether the rows that earlier processes left were removed. */
  let isTidy = false;
  const release = (): Promise<void> => {
    unchanged = [];
    return lease.release();
  };
  /** Whether the rollups are as the search found them: another process may have made a large batch since. */
  const isAsFound = async ({ rules, found }: StaleProduct): Promise<boolean> =>
    (await versionOf(parts.columnar, rules.productId)) === (found.derived?.version ?? '0');
  return {
    findStale: async (only: ReadonlySet<number> | null): Promise<readonly StaleProduct[] | null> => {
      // Taken anew, so that a broken connection is noticed and other processes have their turn.
      await release();
      if (ending.isDue() || !(await lease.take(false))) return null;
      if (!isTidy) await removeLeftGenerations(parts, lease);
      isTidy = true;
      unchanged = await findStaleProducts(parts, only);
      return unchanged;
    },
    derive: async (stale: StaleProduct, onPublished?: () => void): Promise<TaskOutcome> => {
      const { settings, rules, found, isRebuild } = stale;
      const isUnchanged = unchanged.includes(stale);
      unchanged = [];
      if (ending.isDue() || !(await lease.take(false))) return 'failed';
      const deriveHeld = async (hold: ProductHold): Promise<TaskOutcome> => {
        const isTrusted = isUnchanged && (await isAsFound(stale));
        const known = isTrusted ? found : null;
        return deriveOne(
          parts,
          ending,
          { settings, rules, found: known, isRebuild, hold, onPublished },
          area,
        );
      };
      const outcome = await lease.withProduct(rules.productId, deriveHeld);
      // A rebuild waits for the other process in the queue `large`, which delays fewer products.
      return outcome ?? (isRebuild ? 'large' : 'failed');
    },
    release,
    /** Runs work on rollups under the lease, and then releases it. @returns null: another process has it */
    within: async <Answer>(work: () => Promise<Answer>): Promise<Answer | null> => {
      if (!(await lease.take(false))) return null;
      try {
        return await work();
      } finally {
        await release();
      }
    },
    /** Waits until this process has the lease. */
    await: (): Promise<boolean> => lease.take(true),
  };
};

/** The derivation of all products: first those of small batches, then, without their lease, those of large ones. */
const createBulkDerivation = (
  parts: DeriverParts,
  ending: Ending,
  small: ReturnType<typeof createSmallQueue>,
  large: ReturnType<typeof createLargeQueue>,
) => {
  /** Derives products of small batches, one by one, until it is aborted. @returns those of large batches, and failed ones */
  const deriveSmall = async (products: readonly StaleProduct[]) => {
    const left: StaleProduct[] = [];
    const failed: number[] = [];
    for (const product of products) {
      if (ending.isDue()) return { left: [], failed };
      const outcome = product.queue === 'large' ? 'large' : await small.derive(product);
      if (outcome === 'large') left.push(product);
      if (outcome === 'failed') failed.push(product.rules.productId);
    }
    return { left, failed };
  };
  /** Derives products of large batches. It takes minutes and therefore runs without the lease of the small queue. */
  const deriveLarge = async (products: readonly StaleProduct[]) => {
    const failed: number[] = [];
    let isFree = true;
    for (const product of products) {
      if (ending.isDue()) break;
      const outcome = await large.derive(product);
      if (outcome === null) isFree = false;
      if (outcome === 'failed') failed.push(product.rules.productId);
    }
    return { isFree, failed };
  };
  return {
    /** Derives the products of small batches under the lease. @returns those of large ones; null: another process has it */
    deriveSmall: (): Promise<readonly StaleProduct[] | null> =>
      small.within(async () => (await deriveSmall(await findStaleProducts(parts, null))).left),
    deriveLarge,
    /**
     * Derives all products of small batches anew.
     *
     * @returns those of large batches, failed ones, and others that have rows
     */
    rebuildSmall: async () => {
      try {
        await small.await();
        const before = await productsWithDerived(parts.columnar);
        const all = await findStaleProducts(parts, null, true);
        const found = new Set(all.map(({ rules }) => rules.productId));
        return { others: before.filter(id => !found.has(id)), ...(await deriveSmall(all)) };
      } finally {
        await small.release();
      }
    },
    /** The large queue is waited for first, since that may take minutes. */
    drop: async (prepare: () => Promise<void>): Promise<void> => {
      try {
        await large.exclude(async () => {
          await small.await();
          await dropDerived(parts.columnar);
          await prepare();
        });
      } finally {
        await small.release();
      }
    },
  };
};

/**
 * Removes the derived rows of products that were not rebuilt, since they have no events, were deleted, or are on another
 * slice.
 */
const removeRowsOf = async (
  { columnar, db }: Pick<DeriverParts, 'columnar' | 'db'>,
  products: readonly number[],
): Promise<void> => {
  for (const productId of products)
    await whileNotDerived(db, productId, () => dropDerivedOf(columnar, productId));
};

/** The rebuild of all products by command. @param run runs work of the small queue */
const createRebuild = (
  parts: DeriverParts,
  ending: Ending,
  all: ReturnType<typeof createBulkDerivation>,
  run: ReturnType<typeof createSequence>['run'],
) => {
  const rebuilds = createSequence();
  const rebuild = async (): Promise<readonly number[]> => {
    const inSmall = await run(all.rebuildSmall);
    const inLarge = await all.deriveLarge(inSmall.left);
    if (!ending.isDue()) await removeRowsOf(parts, inSmall.others);
    return [...inSmall.failed, ...inLarge.failed];
  };
  return {
    rebuild: () => rebuilds.run(() => whileRebuilding(parts.db, parts.slice, rebuild)),
    rebuildEnded: rebuilds.ended,
  };
};

/**
 * The background derivation of paths and sums, over all products of a slice: small batches one by one, and beside them
 * large ones, such as rebuilds. Only one of several processes makes the batches of a queue at a time.
 */
export const createPaths = (parts: DeriverParts): Paths => {
  const closing = new AbortController();
  const ending = createEnding(parts.columnar, closing.signal);
  const searches = recordTask('derivation', 'search');
  const batches = recordTask('derivation', 'rollups');
  const small = createSmallQueue({ ...parts, batches }, ending);
  const large = createLargeQueue({ ...parts, batches }, ending);
  const all = createBulkDerivation(parts, ending, small, large);
  const { run, ended } = createSequence();
  const { rebuild, rebuildEnded } = createRebuild(parts, ending, all, run);
  let queued: Promise<boolean> | null = null;
  const refreshAll = async (): Promise<boolean> => {
    const left = await run(() => {
      queued = null;
      return all.deriveSmall();
    });
    return left !== null && (await all.deriveLarge(left)).isFree;
  };
  return {
    findStale: async only => {
      try {
        const found = await run(() => small.findStale(only));
        searches.succeeded();
        return found;
      } catch (error) {
        searches.failed();
        throw error;
      }
    },
    derive: async (stale, queue, onPublished) => {
      if (queue === 'small') return run(() => small.derive(stale, onPublished));
      return (await large.derive(stale, onPublished)) ?? 'failed';
    },
    onSlice: productIds => productsOn(parts.slices, parts.slice, productIds),
    release: () => run(small.release),
    isClosed: () => closing.signal.aborted,
    refresh: () => {
      if (closing.signal.aborted) return Promise.resolve(true);
      queued ??= refreshAll();
      return queued;
    },
    rebuild,
    dropAndRebuild: async prepare => {
      await run(() => all.drop(prepare));
      return rebuild();
    },
    close: async () => {
      closing.abort();
      await ending.end(Promise.all([rebuildEnded(), ended(), large.ended()]));
      await small.release();
      searches.close();
      batches.close();
    },
  };
};
