import type { Dependencies } from '../dependencies.ts';
import {
  claimMails,
  extendLease,
  forgetDeadMails,
  forgetMail,
  postponeMail,
  type ClaimedMail,
} from '../store/postgres/accounts/mails.ts';
import type { MailOrder } from '../store/postgres/schema/index.ts';
import { DAY, MINUTE, SECOND } from '../platform/time.ts';
import type { Message } from './message.ts';
import type { Transport } from './transport.ts';

/**
 * Writes the mail that an order of a kind means; null: nobody is to have one. May be asked several times for
 * one order.
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
  }
};

/** After these it is given up: what a mail says is too old by then. */
const RETRIES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const KEPT_DEAD = 30 * DAY;
/** A mail that is being written is this program's for so long, and for as long again while it goes on. */
const LEASE = 2 * MINUTE;
/**
 * How many mails are written at once, how many of them with reports, and how many reports of one company: a
 * report may take minutes, and keeps neither a password nor another company's report waiting.
 */
const CONCURRENCY = { mails: 10, reports: 8, reportsOfCompany: 2 };

/** Mails on their way. */
export interface Outbox {
  /**
   * Begins to send what is due and has a place.
   *
   * @returns how many were begun
   */
  begin(): Promise<number>;
  /** Resolves when those under way are through, whatever became of them. */
  onceAllEnd(): Promise<void>;
}

interface Delivery extends Pick<Dependencies, 'db' | 'clock' | 'log'> {
  readonly transport: Transport;
  readonly composers: Composers;
}

/** Schedules the next attempt of a mail that could not be sent, or gives it up. */
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
  const delay = RETRIES[attempt - 1];
  const retryAt = delay === undefined ? null : new Date(clock.now() + delay);
  const outcome =
    retryAt === null
      ? 'A mail could not be sent and was given up.'
      : 'A mail could not be sent; it is tried again.';
  log.error({ err: error, mail, kind, attempt, retryAt }, outcome);
  await postponeMail(db, claimed, retryAt);
};

/** Writes a mail and hands it over; what goes wrong postpones it. */
const send = async (delivery: Delivery, claimed: ClaimedMail): Promise<void> => {
  const { db, clock, log, transport, composers } = delivery;
  const { id, order } = claimed;
  let message: Message | null = null;
  try {
    message = await compose(composers, order);
    if (message === null)
      log.info({ mail: id, kind: order.kind }, 'A mail was asked for that nobody is to have.');
    else
      log.info(
        { mail: id, kind: order.kind, at: await transport.deliver(id, message) },
        'A mail was handed over.',
      );
  } catch (error) {
    await postpone(delivery, claimed, error);
    return;
  }
  await forgetMail(db, id);
  // Only now: whatever comes of this, the mail is not sent again for it.
  await message?.sent?.(new Date(clock.now()));
};

/** How many of these mails are reports, by company. */
const countReports = (mails: Iterable<ClaimedMail>): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { order } of mails) {
    if (order.kind === 'report') counts[order.companyId] = (counts[order.companyId] ?? 0) + 1;
  }
  return counts;
};

/**
 * Sends each mail once: it is claimed, written, handed over and removed.
 *
 * What goes wrong is logged with the mail's number and tried again; what is given up stays in the table for
 * 30 days.
 *
 * @param ended called when a mail is through: there is a place for another
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
      extendLease(db, claimed, new Date(clock.now() + LEASE)).catch((error: unknown) =>
        log.warn({ err: error, mail: claimed.id }, 'A mail could not be kept; it may be sent twice.'),
      );
    }, LEASE / 3).unref();
    const sent = send(delivery, claimed)
      .catch((error: unknown) =>
        log.error({ err: error, mail: claimed.id }, 'What became of a mail could not be written down.'),
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
      const claimed =
        free.mails === 0 ? [] : await claimMails(db, new Date(now), new Date(now + LEASE), free);
      for (const one of claimed) start(one);
      await forgetDeadMails(db, new Date(now - KEPT_DEAD));
      return claimed.length;
    },
    onceAllEnd: async () => {
      await Promise.all(running.values());
    },
  };
};
