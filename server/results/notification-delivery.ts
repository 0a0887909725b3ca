import type { Dispatcher } from 'undici';
import type { Dependencies } from '../dependencies.ts';
import { startPoller } from '../platform/poller.ts';
import { endTags } from '../store/postgres/tracking/cv-tags.ts';
import {
  claimNotifications,
  networksDue,
  recordAttempt,
  type ClaimedNotification,
} from '../store/postgres/results/notifications.ts';
import { HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { createEgress, type Lookup } from './egress.ts';
import { send } from './send.ts';

/**
 * How long after the first, second .. failure the next try comes (docs/decisions/0007-notifications.md).
 * After the eighth there is none.
 */
export const RETRIES: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  24 * HOUR,
];
/** The upper limit of what a receiver may ask for by Retry-After. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

export interface DeliveryOptions {
  /** Milliseconds that a receiver has; 15 s. */
  readonly timeout?: number;
  /** Milliseconds between two looks at the queue when nobody calls. */
  readonly pollEvery?: number;
  /**
   * How many notifications of one network are under way at once: a slow receiver keeps its own waiting,
   * nobody else's.
   */
  readonly perNetwork?: number;
  readonly lookup?: Lookup;
  /** 0..1, for the jitter. */
  readonly random?: () => number;
}

export interface Delivery {
  /** Looks at the queue at once. */
  kick(): void;
  /** Takes no more; resolves when what is under way was answered or, after a few seconds, given up. */
  close(): Promise<void>;
}

/**
 * When to try again after the `attempt`th try since it was queued, or sent again by hand, failed at `now`;
 * null: never.
 *
 * Up to a tenth is added by chance, so that a receiver that comes back is not met by everybody at once.
 * Retry-After only ever delays.
 */
export const retryTime = (
  attempt: number,
  now: number,
  retryAfter: number | null,
  random: () => number,
): number | null => {
  const wait = RETRIES[attempt - 1];
  if (wait === undefined) return null;
  return now + Math.max(wait * (1 + 0.1 * random()), Math.min(retryAfter ?? 0, MAX_RETRY_AFTER_MS));
};

interface Attempts extends Pick<Dependencies, 'db' | 'clock' | 'log'> {
  readonly egress: Dispatcher;
  /** Milliseconds that a receiver has. */
  readonly timeout: number;
  readonly random: () => number;
  /** Aborted at the end of the program. */
  readonly signal: AbortSignal;
}

/** Sends a claimed notification once and records the answer. Never rejects: an error is logged. */
const attemptDelivery = async (
  { db, clock, log, ...options }: Attempts,
  aspId: number,
  claimed: ClaimedNotification,
): Promise<void> => {
  const { egress, timeout, random, signal } = options;
  const { id, body, attempt } = claimed;
  try {
    const executedAt = clock.now();
    const sent = await send(claimed.url, id, {
      dispatcher: egress,
      timeout,
      now: executedAt,
      signal,
      signed: body === null ? null : { body, secret: claimed.secret },
    });
    // The answer to an aborted call is unknown, so nothing is recorded; another program sends the
    // notification again when the lease ends.
    if (signal.aborted && !sent.success) return;
    const retryAt =
      sent.success || sent.final ? null : retryTime(claimed.round, clock.now(), sent.retryAfter, random);
    await recordAttempt(db, claimed, {
      ...sent,
      executedAt: new Date(executedAt),
      retryAt: retryAt === null ? null : new Date(retryAt),
    });
    const { httpStatus: status, failure, answer } = sent;
    if (!sent.success)
      log.info(
        { notification: id, network: aspId, attempt, status, failure, answer },
        'A notification was not taken.',
      );
  } catch (error) {
    log.error(
      { err: error, notification: id, attempt },
      'The answer to a notification could not be recorded; it is sent again when its lease ends.',
    );
  }
};

/**
 * Sends what is in the queue, at least once each. CV tags are not sent but fetched (`/e/tags`): those that
 * nobody fetched in time are given up here.
 *
 * A notification is claimed with a lease, sent outside of any transaction, and its answer recorded under the
 * attempt's number. Whoever dies in
 * between leaves a row that another takes up when the lease has run out; only an answer that was not recorded
 * can make a second call.
 */
export const startDelivery = (
  parts: Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings'>,
  options: DeliveryOptions = {},
): Delivery => {
  const { db, clock, log } = parts;
  const { timeout = 15 * SECOND, pollEvery = SECOND, perNetwork = 4, random = Math.random } = options;
  const egress = createEgress({
    allowPrivate: parts.settings.webhookAllowPrivate,
    connectTimeout: timeout,
    ...(options.lookup && { lookup: options.lookup }),
  });
  /** The lease outlives the slowest attempt by far, so that only a program that died loses it. */
  const lease = timeout * 2 + 30 * SECOND;
  const abort = new AbortController();
  const attempts: Attempts = { db, clock, log, egress, timeout, random, signal: abort.signal };
  /** By network, how many of its notifications are under way. */
  const underWay = new Map<number, number>();
  const running = new Set<Promise<void>>();

  const start = (aspId: number, claimed: ClaimedNotification): void => {
    underWay.set(aspId, (underWay.get(aspId) ?? 0) + 1);
    const attempt = attemptDelivery(attempts, aspId, claimed).finally(() => {
      const left = (underWay.get(aspId) ?? 1) - 1;
      if (left === 0) underWay.delete(aspId);
      else underWay.set(aspId, left);
      running.delete(attempt);
      poller.kick();
    });
    running.add(attempt);
  };

  const poller = startPoller(
    async goesOn => {
      await endTags(db, new Date(clock.now()));
      for (const aspId of await networksDue(db, new Date(clock.now()))) {
        const free = perNetwork - (underWay.get(aspId) ?? 0);
        if (!goesOn() || free <= 0) continue;
        const now = clock.now();
        const claimed = await claimNotifications(db, aspId, new Date(now), new Date(now + lease), free);
        for (const notification of claimed) start(aspId, notification);
      }
    },
    { log, failed: 'The queue of notifications could not be read; it is tried again.', every: pollEvery },
  );

  return {
    kick: poller.kick,
    close: async () => {
      await poller.close();
      const deadline = setTimeout(() => abort.abort(), 3 * SECOND);
      await Promise.allSettled(running);
      clearTimeout(deadline);
      await egress.destroy();
    },
  };
};
