import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';
import { storeDecisions } from '../store/postgres/results/decisions.ts';
import { enqueueNotifications } from '../store/postgres/results/notifications.ts';
import * as work from '../store/postgres/results/recomputation-work.ts';
import {
  deleteBatches,
  findRecomputation,
  type Recomputation,
  type RecomputationBatch,
} from '../store/postgres/results/recomputations.ts';
import { storeEvaluations } from '../store/postgres/results/re-evaluation.ts';
import { lockResultCreation } from '../store/postgres/results/results.ts';
import { noticesOf } from './notices.ts';
import type { ConversionWithPath } from './paths.ts';
import { changesDigestOf, pathsOfBatch } from './recompute-batches.ts';
import type { RunStep } from './recompute-plan.ts';
import { nothingPlanned, reEvaluate, type WouldChange } from './re-evaluate.ts';
import { makeResults } from './service.ts';

type Stores = Pick<ProductDependencies, 'db' | 'columnar' | 'clock' | 'secrets'>;
type Applied = 'applied' | 'overtaken' | 'lost';

/** Entity name in the audit log; the row id is that of the product. */
const RECOMPUTATIONS = 'recomputations';

/** The rule that the ledger records for a decision of a recomputation. */
const ruleOf = (rule: string) => `recompute:${rule}`;

/** Records the changes of a recomputation in the audit log, in whatever state it ended. */
export const recordRecomputation = (
  tx: Dependencies['db'],
  author: Author,
  { productId, firstDay, lastDay, state, done }: Recomputation,
): Promise<void> => {
  const after = { period: `${firstDay} – ${lastDay}`, ...done, ...(state !== 'done' && { ended: state }) };
  return recordChanges(tx, author, RECOMPUTATIONS, [
    { rowId: productId, action: 'create', before: null, after },
  ]);
};

/** Ends a recomputation that this program has claimed, and records it in the audit log if it was being applied. */
export const endRecomputation = async (
  { db, clock }: Pick<Stores, 'db' | 'clock'>,
  job: Recomputation,
  state: 'done' | 'overtaken' | 'failed',
): Promise<void> => {
  const at = new Date(clock.now());
  await db.transaction(async tx => {
    if (
      !(await work.updateRecomputation(tx, job, { state, endedAt: at, claimedBy: null, claimedUntil: null }))
    )
      return;
    await deleteBatches(tx, [job.id]);
    const ended = job.state === 'applying' ? await findRecomputation(tx, job.companyId, job.id) : null;
    if (ended !== null)
      await recordRecomputation(
        tx,
        {
          companyId: job.companyId,
          userId: job.userId,
          apiKeyId: job.apiKeyId ?? undefined,
          ip: job.ipAddress,
          at,
        },
        ended,
      );
  });
};

const evaluationRow = ({ existing, evaluation, exceededLimits }: WouldChange) => ({
  id: existing.result.id,
  limits: exceededLimits,
  amount: evaluation.amount,
  args: evaluation.args,
  ips: evaluation.duplicateIps,
  same_args: evaluation.duplicateArgs,
  days: evaluation.days,
});

/** Stores the new statuses of results and queues their notifications. */
const storeMoves = async (
  tx: Dependencies['db'],
  { notice }: Stores['secrets'],
  companyId: number,
  moved: readonly WouldChange[],
  at: Date,
): Promise<void> => {
  const keys = await storeDecisions(
    tx,
    companyId,
    moved.map(({ existing: { result }, evaluation }) => ({
      resultId: result.id,
      version: result.version + 1,
      fromStatus: result.approvalStatus,
      toStatus: evaluation.status,
      rule: ruleOf(evaluation.rule),
      userId: null,
      apiKeyId: null,
      reason: '',
      heldUntil: null,
      takesBack: null,
    })),
    at,
  );
  const notices = noticesOf(
    moved.map(({ existing: { result, network }, evaluation }, i) => ({
      result,
      network,
      status: evaluation.status,
      decisionId: keys[i]!,
    })),
    notice.current(),
    at,
  );
  await enqueueNotifications(tx, notices, at);
};

/**
 * Applies one batch of a plan, in one transaction.
 *
 * @returns `overtaken`: the batch would make other changes than planned; `lost`: the recomputation was cancelled or
 *   another program has claimed it
 */
const applyBatch = (
  parts: Stores,
  job: Recomputation,
  planned: RecomputationBatch,
  batch: readonly ConversionWithPath[],
): Promise<Applied> =>
  parts.db.transaction(async tx => {
    const { companyId } = job;
    const at = new Date(parts.clock.now());
    await lockResultCreation(tx);
    if (!(await work.lockRecomputation(tx, job))) return 'lost';
    const { changes } = await reEvaluate(tx, companyId, batch, { hold: true, planned: nothingPlanned() });
    if (changesDigestOf(changes) !== planned.digest) return 'overtaken';
    const existing = changes.filter(
      (change): change is WouldChange => change.kind === 'moved' || change.kind === 'rejudged',
    );
    await storeEvaluations(tx, companyId, existing.map(evaluationRow));
    const moved = existing.filter(({ kind }) => kind === 'moved');
    await storeMoves(tx, parts.secrets, companyId, moved, at);
    const { results } = await makeResults(tx, parts, batch, ruleOf);
    await work.recordApplied(tx, job, planned, {
      made: results,
      moved: moved.length,
      rejudged: existing.length - moved.length,
    });
    return 'applied';
  });

/**
 * Applies a plan batch by batch. Applied batches remain if a later one fails; an interrupted plan continues with its
 * first batch that is not applied.
 *
 * @param notify called after notifications were queued
 */
export const applyRecomputation = async (
  parts: Stores,
  job: Recomputation,
  runStep: RunStep,
  notify: () => void,
): Promise<void> => {
  for (
    let batch = await work.nextBatch(parts.db, job);
    batch !== null;
    batch = await work.nextBatch(parts.db, job)
  ) {
    const next = batch;
    const applied = await runStep(async () =>
      applyBatch(parts, job, next, await pathsOfBatch(parts, job, next)),
    );
    if (applied === 'lost') return;
    if (applied === 'overtaken') return endRecomputation(parts, job, 'overtaken');
    notify();
  }
  return endRecomputation(parts, job, 'done');
};
