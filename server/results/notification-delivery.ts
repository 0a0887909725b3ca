import type { Dispatcher } from 'undici';
import type { Dependencies } from '../dependencies.ts';
import { startPoller } from '../platform/poller.ts';
import { countAttempt } from '../platform/outcomes.ts';
import { markFailed, traced } from '../platform/tracing.ts';
import { endTags } from '../store/postgres/tracking/cv-tags.ts';
import {
  claimNotifications,
  networksDue,
  recordAttempt,
  type ClaimedNotification,
} from '../store/postgres/results/notification-claims.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { createEgress, type Lookup } from './egress.ts';
import { send } from './send.ts';

/**
 * Delays in milliseconds after the first, second .. failed attempt (docs/decisions/0007-notifications.md). The eighth
 * attempt is the last.
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
/** Upper limit of Retry-After in milliseconds. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Longer than every delay: a notification that waits longer was stored while the clock was ahead. */
const AHEAD_MS = 2 * DAY;

export interface DeliveryOptions {
  /** Timeout of one call in milliseconds; default 15,000. */
  readonly timeout?: number;
  /** Polling interval of the queue in milliseconds; default 1,000. */
  readonly pollEvery?: number;
  /**
   * Concurrent notifications per network, of all processes together, so that a slow receiver delays only its own;
   * default 4.
   */
  readonly perNetwork?: number;
  /** Milliseconds after which `close` aborts calls under way; default 3,000. */
  readonly closeWithin?: number;
  readonly lookup?: Lookup;
  /** Random number from 0 to 1 for the jitter; tests replace it. */
  readonly random?: () => number;
}

export interface Delivery {
  /** Polls the queue at once. */
  kick(): void;
  /** Stops sending; resolves when calls under way have ended, or were aborted. */
  close(): Promise<void>;
}

/**
 * Time of the next attempt after the `attempt`th one failed at `now`, in milliseconds since 1970; null: none. Up to
 * 10% jitter is added, so that a recovered receiver does not get all calls at once. Retry-After can only extend the
 * delay.
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
  /** Timeout of one call in milliseconds. */
  readonly timeout: number;
  readonly random: () => number;
  /** Aborted when the program shuts down. */
  readonly signal: AbortSignal;
}

/** Sends a claimed notification once and records the outcome. Never rejects: an error is logged. */
const attemptDelivery = async (
  { db, clock, log, ...options }: Attempts,
  aspId: number,
  claimed: ClaimedNotification,
): Promise<void> => {
  const { egress, timeout, random, signal } = options;
  const { id, body, attempt } = claimed;
  try {
    const executedAt = clock.now();
    const sent = await traced({ name: 'send notification', isCall: true }, async span => {
      const outcome = await send(claimed.url, id, {
        dispatcher: egress,
        timeout,
        now: executedAt,
        signal,
        signed: body === null ? null : { body, secret: claimed.secret },
      });
      span.setAttributes({
        'touchpath.notification.id': id,
        'http.request.resend_count': attempt - 1,
        ...(outcome.httpStatus !== null && { 'http.response.status_code': outcome.httpStatus }),
      });
      countAttempt('notifications', outcome.failure ?? 'sent');
      if (outcome.failure !== null) markFailed(span, outcome.failure);
      return outcome;
    });
    // The outcome of an aborted call is unknown, so nothing is recorded; the notification is sent again when its
    // lease ends.
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
        'A notification was not accepted by its receiver.',
      );
  } catch (error) {
    log.error(
      { err: error, notification: id, attempt },
      'The outcome of a notification could not be stored; it is sent again when its lease ends.',
    );
  }
};

/**
 * Sends the queued notifications, each at least once, and ends CV tags that no page fetched in time. A notification
 * is claimed with a lease and sent outside of any transaction, so that another program sends it again if this one
 * crashes. A second call occurs only where the outcome of the first was not recorded.
 */
export const startDelivery = (
  parts: Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings'>,
  options: DeliveryOptions = {},
): Delivery => {
  const { db, clock, log } = parts;
  const { timeout = 15 * SECOND, pollEvery = SECOND, perNetwork = 4 } = options;
  const { closeWithin = 3 * SECOND, random = Math.random } = options;
  const egress = createEgress({
    allowPrivate: parts.settings.webhookAllowPrivate,
    connectTimeout: timeout,
    ...(options.lookup && { lookup: options.lookup }),
  });
  /** The lease exceeds the longest possible attempt, so that only a crashed program loses it. */
  const lease = timeout * 2 + 30 * SECOND;
  const abort = new AbortController();
  const attempts: Attempts = { db, clock, log, egress, timeout, random, signal: abort.signal };
  const running = new Set<Promise<void>>();

  const start = (aspId: number, claimed: ClaimedNotification): void => {
    const attempt = attemptDelivery(attempts, aspId, claimed).finally(() => {
      running.delete(attempt);
      poller.kick();
    });
    running.add(attempt);
  };

  const after = (ms: number) => new Date(clock.now() + ms);
  const poller = startPoller(
    async goesOn => {
      await endTags(db, after(0));
      for (const aspId of await networksDue(db, after(0), after(AHEAD_MS))) {
        if (!goesOn()) break;
        const times = { now: after(0), leaseUntil: after(lease), ahead: after(AHEAD_MS) };
        const claimed = await claimNotifications(db, aspId, times, perNetwork);
        for (const notification of claimed) start(aspId, notification);
      }
    },
    {
      log,
      failed: 'The notification queue could not be read; retrying.',
      every: pollEvery,
      task: { part: 'jobs', name: 'notifications' },
    },
  );

  return {
    kick: poller.kick,
    close: async () => {
      await poller.close();
      const deadline = setTimeout(() => abort.abort(), closeWithin);
      await Promise.allSettled(running);
      clearTimeout(deadline);
      await egress.destroy();
    },
  };
};
