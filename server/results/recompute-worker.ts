import { randomUUID } from 'node:crypto';
import { startPoller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import * as work from '../store/postgres/results/recomputation-work.ts';
import type { Recomputation } from '../store/postgres/results/recomputations.ts';
import { DAY, SECOND } from '../platform/time.ts';
import { applyRecomputation, endRecomputation } from './recompute.ts';
import { ofProduct } from '../slices/slices.ts';
import { planRecomputation, type RunStep } from './recompute-plan.ts';

export interface Recomputations {
  /** Polls at once: a recomputation was planned or is to be applied. */
  kick(): void;
  /** Stops after the batches under way; the next program continues with the remaining ones. */
  close(): Promise<void>;
}

/**
 * Lease of a claim in milliseconds: several polling intervals, so that a slow poll loses no claim. A killed program
 * delays its recomputations by at most this time.
 */
const CLAIM_MS = 30 * SECOND;
const LOOK_EVERY_MS = 5 * SECOND;
const CLAIMING = {
  failed: 'Pending recomputations could not be read; retrying.',
  every: LOOK_EVERY_MS,
  task: { part: 'jobs', name: 'recomputations' },
} as const;
const RETRY_AFTER_MS = 5 * SECOND;
/** Attempts without progress (a batch applied or a plan completed) after which a recomputation has failed. */
const MAX_ATTEMPTS = 5;
/** Concurrent batches of all companies. */
const CONCURRENT_BATCHES = 2;
const PLAN_RETENTION_MS = DAY;
const ENDED_RETENTION_MS = 30 * DAY;

/** Plans a job, or applies its plan. */
const proceed = async (
  parts: Dependencies,
  job: Recomputation,
  runStep: RunStep,
  notify: () => void,
): Promise<void> => {
  if (job.attempts > MAX_ATTEMPTS) {
    await endRecomputation(parts, job, 'failed');
    return;
  }
  const own = await ofProduct(parts, job.productId);
  await (job.state === 'planning'
    ? planRecomputation(own, job, runStep)
    : applyRecomputation(own, job, runStep, notify));
};

/**
 * Plans and applies recomputations batch by batch, in turn for all companies. After an error a plan restarts from the
 * beginning, an application from its first batch that is not applied.
 *
 * @param notify called after notifications were queued
 */
export const startRecomputations = (parts: Dependencies, notify: () => void): Recomputations => {
  const { db, clock, log } = parts;
  const name = randomUUID();
  const shutdown = new AbortController();
  const running = new Map<number, Promise<void>>();
  const batches = createFairQueue({
    places: CONCURRENT_BATCHES,
    maxWaitingPerKey: Number.POSITIVE_INFINITY,
    full: () => new Error('A queue without a limit was full.'),
  });
  const after = (ms: number) => new Date(clock.now() + ms);
  const releaseClaims = (ids: readonly number[]) => work.setClaimsUntil(db, name, ids, after(0));

  const run = async (job: Recomputation): Promise<void> => {
    const runStep: RunStep = step => batches.run(job.companyId, step, shutdown.signal);
    try {
      await proceed(parts, job, runStep, notify);
    } catch (error) {
      if (shutdown.signal.aborted) return;
      log.error({ err: error, recomputation: job.id }, 'A recomputation was interrupted; retrying.');
      await work.setClaimsUntil(db, name, [job.id], after(RETRY_AFTER_MS));
    }
  };
  /** A recomputation that this program already runs is queued after that run: it was planned and is to be applied. */
  const start = (job: Recomputation) => {
    const task = (running.get(job.id) ?? Promise.resolve())
      .then(() => run(job))
      .catch((error: unknown) =>
        log.error(
          { err: error, recomputation: job.id },
          'A failed recomputation could not be rescheduled; it is retried when its claim ends.',
        ),
      )
      .finally(() => {
        if (running.get(job.id) === task) running.delete(job.id);
      });
    running.set(job.id, task);
  };

  const poller = startPoller(
    async goesOn => {
      await work.setClaimsUntil(db, name, [...running.keys()], after(CLAIM_MS));
      const claimed = await work.claimRecomputations(db, name, after(0), after(CLAIM_MS));
      if (goesOn()) claimed.forEach(start);
      else await releaseClaims(claimed.map(({ id }) => id));
      await work.deleteOldRecomputations(db, after(-PLAN_RETENTION_MS), after(-ENDED_RETENTION_MS));
    },
    { log, ...CLAIMING },
  );
  return {
    kick: poller.kick,
    close: async () => {
      await poller.close();
      shutdown.abort();
      const interrupted = [...running.keys()];
      await Promise.all(running.values());
      await releaseClaims(interrupted);
    },
  };
};
