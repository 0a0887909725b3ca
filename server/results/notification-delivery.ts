import type { Dependencies } from '../dependencies.ts';
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
/** However long a receiver asks to be left alone, it is not longer than this. */
const LONGEST_WAIT = 24 * HOUR;

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
  return now + Math.max(wait * (1 + 0.1 * random()), Math.min(retryAfter ?? 0, LONGEST_WAIT));
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
  /** The lease outlives the longest try by far: it is there for those who died. */
  const lease = timeout * 2 + 30 * SECOND;
  const abort = new AbortController();
  const underWay = new Map<number, number>();
  const tries = new Set<Promise<void>>();
  let closing = false;
  let isPolling = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const deliver = async (aspId: number, claimed: ClaimedNotification): Promise<void> => {
    try {
      const executedAt = clock.now();
      const sent = await send(claimed.url, claimed.id, {
        dispatcher: egress,
        timeout,
        now: executedAt,
        signal: abort.signal,
        signed: claimed.body === null ? null : { body: claimed.body, secret: claimed.secret },
      });
      // Given up at the end of the program: nothing is known of it, so nothing is written; the lease runs out
      // and somebody tries again.
      if (abort.signal.aborted && !sent.success) return;
      const retryAt =
        sent.success || sent.final ? null : retryTime(claimed.round, clock.now(), sent.retryAfter, random);
      await recordAttempt(db, claimed, {
        ...sent,
        executedAt: new Date(executedAt),
        retryAt: retryAt === null ? null : new Date(retryAt),
      });
      if (!sent.success)
        log.info(
          {
            notification: claimed.id,
            network: aspId,
            attempt: claimed.attempt,
            status: sent.httpStatus,
            failure: sent.failure,
            answer: sent.answer,
          },
          'A notification was not taken.',
        );
    } catch (error) {
      log.error(
        { err: error, notification: claimed.id, attempt: claimed.attempt },
        'The answer to a notification could not be recorded; it is sent again when its lease ends.',
      );
    } finally {
      const left = (underWay.get(aspId) ?? 1) - 1;
      if (left === 0) underWay.delete(aspId);
      else underWay.set(aspId, left);
      look();
    }
  };

  const take = async (): Promise<void> => {
    await endTags(db, new Date(clock.now()));
    for (const aspId of await networksDue(db, new Date(clock.now()))) {
      const free = perNetwork - (underWay.get(aspId) ?? 0);
      if (closing || free <= 0) continue;
      const now = clock.now();
      for (const claimed of await claimNotifications(db, aspId, new Date(now), new Date(now + lease), free)) {
        underWay.set(aspId, (underWay.get(aspId) ?? 0) + 1);
        const trying = deliver(aspId, claimed).finally(() => tries.delete(trying));
        tries.add(trying);
      }
    }
  };

  let current = Promise.resolve();
  const look = (): void => {
    if (closing) return;
    again = true;
    if (isPolling) return;
    isPolling = true;
    clearTimeout(timer);
    current = (async () => {
      for (;;) {
        again = false;
        try {
          await take();
        } catch (error) {
          log.warn({ err: error }, 'The queue of notifications could not be read; it is tried again.');
          return;
        }
        if (!again) return; // nobody called meanwhile
      }
    })().finally(() => {
      isPolling = false;
      if (!closing) timer = setTimeout(look, pollEvery);
    });
  };
  look();

  return {
    kick: look,
    close: async () => {
      closing = true;
      clearTimeout(timer);
      await current;
      const deadline = setTimeout(() => abort.abort(), 3 * SECOND);
      await Promise.allSettled(tries);
      clearTimeout(deadline);
      await egress.destroy();
    },
  };
};
