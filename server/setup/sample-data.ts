import type { Collector } from '../collector/collector.ts';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { makeSampleEvents, storeSample } from '../seed/sample.ts';
import { hasRowsOf, removeRowsOf } from '../slices/product-rows.ts';
import { productIdsOf } from '../store/postgres/companies/companies.ts';
import {
  findSample,
  removeProduct,
  writeSample,
  type SampleProduct,
} from '../store/postgres/companies/sample-data.ts';
import { withCompanyLock, withTaskLock } from '../store/postgres/engine/advisory-lock.ts';
import { whileNotDerived } from '../store/postgres/reports/derivation-lock.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';

type SampleParts = Pick<Dependencies, 'db' | 'slices' | 'clock' | 'ids'>;
export type SampleCollector = Pick<Collector, 'accept' | 'agents' | 'drain' | 'refresh'>;

/** Events per write to the journal. */
const EVENTS_PER_WRITE = 500;

/**
 * Adds the product, and records its events as late ones.
 * @throws {Failure} `sample_refused`: the company has events; `sample_busy`: it is being loaded or removed
 */
const addSample = async (
  parts: SampleParts,
  collector: SampleCollector,
  author: Author,
): Promise<SampleProduct> => {
  const { db, slices, clock, ids } = parts;
  const { companyId } = author;
  const now = clock.now();
  const { company, sample } = await withCompanyLock(db, companyId, async tx => {
    const found = await findSample(tx, companyId);
    if (found !== null) throw new Failure(found.state === 'loaded' ? 'sample_refused' : 'sample_busy');
    const productIds = await productIdsOf(tx, companyId);
    if (productIds.length > 0 && (await hasRowsOf(slices, productIds))) throw new Failure('sample_refused');
    const stored = await storeSample(tx, companyId, now);
    const added = { companyId, productId: stored.productIds[0]!, state: 'loading' } as const;
    await writeSample(tx, added);
    return { company: stored, sample: added };
  });
  try {
    const events = makeSampleEvents({ ids, agents: collector.agents }, company, now);
    for (let at = 0; at < events.length; at += EVENTS_PER_WRITE)
      await collector.accept(events.slice(at, at + EVENTS_PER_WRITE));
  } catch (error) {
    const [removal] = await Promise.allSettled([removeRows(parts, collector, sample)]);
    // Otherwise the next start, or a request to remove it, removes the product.
    if (removal.status === 'fulfilled') throw error;
    throw new AggregateError([error, removal.reason], 'The sample data was neither loaded nor removed.', {
      cause: error,
    });
  }
  return db.transaction(async tx => {
    const loaded = { ...sample, state: 'loaded' } as const;
    await writeSample(tx, loaded);
    await recordChanges(tx, author, 'products', [
      { rowId: sample.productId, action: 'create', before: null, after: { sample_data: true } },
    ]);
    return loaded;
  });
};

/**
 * Removes a sample product from both stores. The collector refuses further events of it from the second step on, so
 * the last deletion finds all that were accepted.
 */
const removeRows = async (
  { db, slices }: Pick<SampleParts, 'db' | 'slices'>,
  collector: Pick<SampleCollector, 'drain' | 'refresh'>,
  sample: SampleProduct,
): Promise<SampleProduct> => {
  await db.transaction(tx => removeProduct(tx, sample));
  await collector.refresh();
  await collector.drain();
  await whileNotDerived(db, sample.productId, () => removeRowsOf(slices, [sample.productId]));
  const removed = { ...sample, state: 'removed' } as const;
  await writeSample(db, removed);
  return removed;
};

/** Notes the removal of the company's sample product. @throws {Failure} `not_found`: the company has none */
const beginRemoval = (db: SampleParts['db'], author: Author): Promise<SampleProduct> =>
  withCompanyLock(db, author.companyId, async tx => {
    const found = await findSample(tx, author.companyId);
    if (found === null) throw new Failure('not_found');
    await writeSample(tx, { ...found, state: 'removing' });
    if (found.state !== 'loaded') return found;
    await recordChanges(tx, author, 'products', [
      { rowId: found.productId, action: 'remove', before: { sample_data: true }, after: {} },
    ]);
    return found;
  });

export interface SampleData {
  /**
   * Adds a product with ads, CV settings and six weeks of events.
   * @throws {Failure} `sample_refused`: the company has events; `sample_busy`: it is being loaded or removed
   */
  load(author: Author): Promise<SampleProduct>;
  /**
   * Deletes the product with all its settings, events, rollups and results; also one that an error left incomplete.
   * @throws {Failure} `not_found`: the company has none; `sample_busy`: it is being loaded or removed
   */
  remove(author: Author): Promise<SampleProduct>;
}

/** Runs work on the sample data of a company, unless this or another process does so. @returns null: it does */
const exclusively = async (
  db: SampleParts['db'],
  companyId: number,
  work: () => Promise<SampleProduct>,
): Promise<SampleProduct | null> => {
  const done: SampleProduct[] = [];
  await withTaskLock(db, `touchpath sample data ${companyId}`, async () => {
    done.push(await work());
  });
  return done[0] ?? null;
};

/** Sample data of companies. */
export const createSampleData = (parts: SampleParts, collector: SampleCollector): SampleData => {
  const once = async (companyId: number, work: () => Promise<SampleProduct>): Promise<SampleProduct> => {
    const sample = await exclusively(parts.db, companyId, work);
    if (sample === null) throw new Failure('sample_busy');
    return sample;
  };
  return {
    load: author => once(author.companyId, () => addSample(parts, collector, author)),
    remove: author =>
      once(author.companyId, async () => removeRows(parts, collector, await beginRemoval(parts.db, author))),
  };
};

/**
 * Removes sample data that an earlier run of the program left incomplete, but not what another process is loading or
 * removing.
 */
export const removeUnfinishedSamples = async (
  parts: Pick<SampleParts, 'db' | 'slices'>,
  collector: Pick<SampleCollector, 'drain' | 'refresh'>,
  unfinished: readonly SampleProduct[],
): Promise<void> => {
  for (const sample of unfinished)
    await exclusively(parts.db, sample.companyId, () => removeRows(parts, collector, sample));
};
