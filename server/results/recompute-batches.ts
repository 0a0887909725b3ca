import { createHash } from 'node:crypto';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import { lastConversionsOf } from '../store/clickhouse/events/result-events.ts';
import type { Recomputation, RecomputationBatch } from '../store/postgres/results/recomputations.ts';
import { readProductRules, readResultRules } from '../store/postgres/results/results.ts';
import type { RecomputationExample } from '../store/postgres/schema/index.ts';
import { readPaths, type ConversionWithPath } from './paths.ts';
import type { WouldChange, WouldMake } from './re-evaluate.ts';

/** Batches of a recomputation, and the digests that identify its changes. */

type Change = WouldMake | WouldChange;
type Stores = Pick<ProductDependencies, 'db' | 'columnar'>;

/** Conversions of one batch, which is planned at once and applied in one transaction. */
export const BATCH_CONVERSIONS = 500;
/** Ids read by one query. Each query scans all conversions of the period, so few queries are faster. */
const IDS_PER_QUERY = 50_000;

/** Product and period of a recomputation, in milliseconds since 1970; `until` exclusive. */
export const spanOf = ({ productId, spanFrom, spanUntil }: Recomputation) => ({
  productId,
  from: spanFrom.getTime(),
  until: spanUntil.getTime(),
});

export const pathsOf = ({ db, columnar }: Stores, ids: readonly string[]): Promise<ConversionWithPath[]> =>
  readPaths(columnar, ids, productIds => readProductRules(db, productIds));

/** Reads the ids of a recomputation's conversions, batch by batch. */
export async function* idBatches(
  columnar: ProductDependencies['columnar'],
  job: Recomputation,
): AsyncGenerator<string[]> {
  for (let after = '0', full = true; full;) {
    const ids = await lastConversionsOf(columnar, spanOf(job), { after, limit: IDS_PER_QUERY });
    for (let begin = 0; begin < ids.length; begin += BATCH_CONVERSIONS)
      yield ids.slice(begin, begin + BATCH_CONVERSIONS);
    after = ids.at(-1) ?? after;
    full = ids.length === IDS_PER_QUERY;
  }
}

/** Reads the present conversions of a planned batch, including those that arrived after the plan. */
export const pathsOfBatch = async (
  stores: Stores,
  job: Recomputation,
  { afterId, lastId }: RecomputationBatch,
): Promise<ConversionWithPath[]> =>
  pathsOf(stores, await lastConversionsOf(stores.columnar, spanOf(job), { after: afterId, upTo: lastId }));

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

/** Digest of the changes of a batch: equal changes have equal digests. */
export const changesDigestOf = (changes: readonly Change[]): string =>
  digestOf(
    changes.map(change =>
      change.kind === 'made'
        ? [change.conversionId, change.aspId, change.evaluation]
        : [change.existing.result.id, change.kind, change.evaluation],
    ),
  );

/** Digest of a plan, from its period and the digests of its batches. */
export const planDigestOf = (job: Recomputation, batches: readonly string[]): string =>
  digestOf([spanOf(job), batches]);

/** Digest of the settings that decide over a product's results on paths with these ads. */
export const rulesDigestOf = async (
  db: Dependencies['db'],
  productId: number,
  adIds: readonly number[],
): Promise<string> => {
  const { products, networks, ads } = await readResultRules(db, [productId], adIds);
  const rows = [products, networks, ads].map(map =>
    [...map.values()].toSorted((one, other) => one.id - other.id),
  );
  return digestOf(rows);
};

export const exampleOf = (change: Change): RecomputationExample => {
  const { status: toStatus, rule } = change.evaluation;
  if (change.kind === 'made') {
    const { conversionId, aspId, adId } = change;
    return { conversionId, resultId: null, aspId, adId, fromStatus: null, toStatus, rule };
  }
  const {
    id: resultId,
    conversionId,
    aspId,
    cvAdId: adId,
    approvalStatus: fromStatus,
  } = change.existing.result;
  return { conversionId, resultId, aspId, adId, fromStatus, toStatus, rule };
};
