import type { Dependencies } from '../dependencies.ts';
import { countAttempt } from '../platform/outcomes.ts';
import { traced } from '../platform/tracing.ts';
import {
  claimMails,
  extendLease,
  forgetDeadMails,
  forgetMail,
  postponeMail,
  type ClaimedMail,
} from '../store/postgres/accounts/mails.ts';
import type { MailOrder } from '../store/postgres/schema/index.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { UnsendableMail, type Message } from './message.ts';
import type { Transport } from './transport.ts';

/**
 * Composers of mails by kind of order; null: no mail is sent. A composer may be called several times for an order.
 */
export type Composers = {
  readonly [Kind in MailOrder['kind']]: (
    order: Extract<MailOrder, { readonly kind: Kind }>,
  ) => Promise<Message | null>;
};

const compose = (composers: Composers, order: MailOrder): Promise<Message | null> => {
  switch (order.kind) {
    case 'password_reset':
      return composers.password_reset(order);
    case 'report':
      return composers.report(order);
    case 'invitation':
      return composers.invitation(order);
    case 'credential_change':
      return composers.credential_change(order);
  }
};

/** Delays in milliseconds after the first failed attempts. */
const RETRIES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
/** Further attempts while the mail server fails, which may last for a night: a day of them. */
const OUTAGE = { attempts: 48, intervalMs: 30 * MINUTE };
/** Longer than every delay: a mail that waits longer was stored while the clock was ahead. */
const AHEAD_MS = HOUR;
const DEAD_MAIL_RETENTION_MS = 30 * DAY;
/** Milliseconds of the lease of a mail, which is renewed while the mail is composed and sent. */
const LEASE_MS = 2 * MINUTE;
/**
 * Concurrent mails, mails with reports, and reports of one company. A report may take minutes, and must delay neither
 * password mails nor reports of other companies.
 */
const CONCURRENCY = { mails: 10, reports: 8, reportsOfCompany: 2 };

/** Sender of queued mails. */
export interface Outbox {
  /**
   * Starts to send the mails that are due, within the limits.
   *
   * @returns number of started mails
   */
  begin(): Promise<number>;
  /** Resolves when all mails under way have ended, sent or not. */
  onceAllEnd(): Promise<void>;
}

interface Delivery extends Pick<Dependencies, 'db' | 'clock' | 'log'> {
  readonly transport: Transport;
  readonly composers: Composers;
}

/**
 * Whether the mail server refused this mail for good, such as for its recipient. A refused sign-in is a matter of the
 * settings, which the operator corrects.
 */
const isRefusal = (error: unknown): boolean => {
  const { responseCode = 0, command = '' } = error as {
    readonly responseCode?: number;
    readonly command?: string;
  };
  return error instanceof UnsendableMail || (responseCode >= 500 && !command.startsWith('AUTH'));
};

/**
 * Milliseconds until the next attempt; null: the failed one was the last. A link to a new password is of no use hours
 * after it was asked for.
 */
const delayAfter = ({ order, attempt }: ClaimedMail, error: unknown): number | null => {
  const delay = RETRIES[attempt - 1];
  if (delay !== undefined) return delay;
  const isWaitedFor = order.kind !== 'password_reset' && !isRefusal(error);
  return isWaitedFor && attempt <= RETRIES.length + OUTAGE.attempts ? OUTAGE.intervalMs : null;
};

/** Schedules the next attempt of a failed mail, or gives the mail up. */
const postpone = async (
  { db, clock, log }: Delivery,
  claimed: ClaimedMail,
  error: unknown,
): Promise<void> => {
  const {
    id: mail,
    order: { kind },
    attempt,
  } = claimed;
  const delay = delayAfter(claimed, error);
  const retryAt = delay === null ? null : new Date(clock.now() + delay);
  const outcome =
    retryAt === null
      ? 'An email could not be sent; no attempts are left.'
      : 'An email could not be sent; it will be retried.';
  countAttempt('mails', 'failed');
  log.error({ err: error, mail, kind, attempt, retryAt }, outcome);
  await postponeMail(db, claimed, retryAt);
};

/** Composes and sends a mail; a failure postpones it. */
const send = async (delivery: Delivery, claimed: ClaimedMail): Promise<void> => {
  const { db, clock, log, transport, composers } = delivery;
  const { id, order } = claimed;
  let message: Message | null = null;
  try {
    const composed = await compose(composers, order);
    message = composed;
    if (composed === null)
      log.info({ mail: id, kind: order.kind }, 'An email was skipped, because it has no recipient.');
    else {
      const at = await traced({ name: 'send mail', isCall: true }, () => transport.deliver(id, composed));
      countAttempt('mails', 'sent');
      log.info({ mail: id, kind: order.kind, at }, 'An email was handed to the mail server.');
    }
  } catch (error) {
    await postpone(delivery, claimed, error);
    return;
  }
  await forgetMail(db, id);
  // After the mail is removed from the queue, so that a failure here does not send it again.
  if (!transport.isFolder) await message?.sent?.(new Date(clock.now()));
};

/** Counts the mails with reports, by company. */
const countReports = (mails: Iterable<ClaimedMail>): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { order } of mails) {
    if (order.kind === 'report') counts[order.companyId] = (counts[order.companyId] ?? 0) + 1;
  }
  return counts;
};

/**
 * Creates the sender: each mail is claimed, composed, sent and removed. Failures are logged and repeated; a mail that
 * was given up remains in the table for 30 days.
 *
 * @param ended called when a mail has ended and its place is free
 */
export const openOutbox = (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  transport: Transport,
  composers: Composers,
  ended: () => void = () => undefined,
): Outbox => {
  const running = new Map<ClaimedMail, Promise<void>>();
  const delivery: Delivery = { db, clock, log, transport, composers };

  const start = (claimed: ClaimedMail) => {
    const renew = setInterval(() => {
      extendLease(db, claimed, new Date(clock.now() + LEASE_MS)).catch((error: unknown) =>
        log.warn(
          { err: error, mail: claimed.id },
          'The lease of an email could not be extended; the email may be sent twice.',
        ),
      );
    }, LEASE_MS / 3).unref();
    const sent = send(delivery, claimed)
      .catch((error: unknown) =>
        log.error({ err: error, mail: claimed.id }, 'The outcome of an email could not be stored.'),
      )
      .finally(() => {
        clearInterval(renew);
        running.delete(claimed);
        ended();
      });
    running.set(claimed, sent);
  };
  return {
    begin: async () => {
      const now = clock.now();
      const busy = countReports(running.keys());
      const reports = CONCURRENCY.reports - Object.values(busy).reduce((sum, count) => sum + count, 0);
      const free = {
        mails: CONCURRENCY.mails - running.size,
        reports,
        reportsOfCompany: CONCURRENCY.reportsOfCompany,
        busy,
      };
      const times = {
        now: new Date(now),
        leaseUntil: new Date(now + LEASE_MS),
        ahead: new Date(now + AHEAD_MS),
      };
      const claimed = free.mails === 0 ? [] : await claimMails(db, times, free);
      for (const one of claimed) start(one);
      await forgetDeadMails(db, new Date(now - DEAD_MAIL_RETENTION_MS));
      return claimed.length;
    },
    onceAllEnd: async () => {
      await Promise.all(running.values());
    },
  };
};
