import type { ProductDependencies } from '../dependencies.ts';
import { countLastConversions } from '../store/clickhouse/events/result-events.ts';
import * as work from '../store/postgres/results/recomputation-work.ts';
import { deleteBatches, NO_COUNTS, type Recomputation } from '../store/postgres/results/recomputations.ts';
import { countResultsOf } from '../store/postgres/results/re-evaluation.ts';
import type { RecomputationCounts, RecomputationExample } from '../store/postgres/schema/index.ts';
import {
  changesDigestOf,
  exampleOf,
  idBatches,
  pathsOf,
  planDigestOf,
  rulesDigestOf,
  spanOf,
} from './recompute-batches.ts';
import { ownersOf } from './paths.ts';
import { nothingPlanned, reEvaluate, type ReEvaluation } from './re-evaluate.ts';

/** Maximum number of examples in a plan. */
const MAX_EXAMPLES = 100;

/** Runs one batch when the fair queue admits its company. @throws the reason of the program's shutdown */
export type RunStep = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** Sums of a plan over its batches. */
const createTally = () => ({
  counts: { ...NO_COUNTS } as { -readonly [Name in keyof RecomputationCounts]: number },
  examples: [] as RecomputationExample[],
  digests: [] as string[],
  adIds: new Set<number>(),
  conversions: 0,
  earned: 0,
});

/** Changes of a batch as stored, for the comparison when the batch is applied. */
const storedChanges = ({ changes }: ReEvaluation) => ({
  digest: changesDigestOf(changes),
  results: changes.flatMap(change =>
    change.kind === 'made' ? [] : [[change.existing.result.id, change.existing.result.version] as const],
  ),
  made: changes.flatMap(change =>
    change.kind === 'made' ? [[change.conversionId, change.aspId] as const] : [],
  ),
});

/**
 * Plans a recomputation: re-evaluates its conversions batch by batch and stores the changes of each. An interrupted
 * plan starts from the beginning, because later conversions depend on earlier ones. Returns early if the
 * recomputation was cancelled or another program has claimed it.
 */
export const planRecomputation = async (
  { db, columnar }: Pick<ProductDependencies, 'db' | 'columnar'>,
  job: Recomputation,
  runStep: RunStep,
): Promise<void> => {
  const tally = createTally();
  const planned = nothingPlanned();
  const { id: recomputationId, companyId, productId } = job;

  const planBatch = async (afterId: string, ids: readonly string[]): Promise<boolean> => {
    const paths = await pathsOf({ db, columnar }, ids);
    const evaluated = await reEvaluate(db, companyId, paths, { hold: false, planned });
    for (const change of evaluated.changes) {
      tally.counts[change.kind] += 1;
      const isShown = change.kind === 'made' || change.kind === 'moved';
      if (isShown && tally.examples.length < MAX_EXAMPLES) tally.examples.push(exampleOf(change));
    }
    for (const adId of ownersOf(paths)[1]) tally.adIds.add(adId);
    tally.counts.decided += evaluated.decided;
    tally.earned += evaluated.earned;
    tally.conversions += ids.length;
    const changes = storedChanges(evaluated);
    const batch = { companyId, recomputationId, position: tally.digests.length, afterId };
    tally.digests.push(changes.digest);
    return db.transaction(async tx => {
      if (!(await work.updateRecomputation(tx, job, { planned: tally.conversions }))) return false;
      await work.insertBatch(tx, {
        ...batch,
        lastId: ids.at(-1) ?? afterId,
        conversions: ids.length,
        ...changes,
      });
      return true;
    });
  };

  const amount = await countLastConversions(columnar, spanOf(job));
  const isOurs = await db.transaction(async tx => {
    if (!(await work.updateRecomputation(tx, job, { conversions: amount, planned: 0 }))) return false;
    await deleteBatches(tx, [recomputationId]);
    return true;
  });
  if (!isOurs) return;
  let afterId = '0';
  for await (const ids of idBatches(columnar, job)) {
    const from = afterId;
    if (!(await runStep(() => planBatch(from, ids)))) return;
    afterId = ids.at(-1) ?? afterId;
  }
  const { counts, examples, conversions, digests } = tally;
  counts.ineligible = Math.max(0, (await countResultsOf(db, companyId, spanOf(job))) - tally.earned);
  const adIds = [...tally.adIds];
  const rulesDigest = await rulesDigestOf(db, productId, adIds);
  const digest = planDigestOf(job, digests);
  const free = { attempts: 0, claimedBy: null, claimedUntil: null };
  const plan = { counts, examples, conversions, adIds, rulesDigest, digest };
  await work.updateRecomputation(db, job, { state: 'planned', ...plan, ...free });
};
