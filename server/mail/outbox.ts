import type { Parts } from '../parts.ts';
import { claimMails, forgetDeadMails, forgetMail, postponeMail, type ClaimedMail } from '../store/postgres/mails.ts';
import type { MailOrder } from '../store/postgres/schema.ts';
import { DAY, MINUTE, SECOND } from '../time.ts';
import type { Message } from './message.ts';
import type { Transport } from './transport.ts';

/** Writes the mail that an order of a kind means; null: nobody is to have one. May be asked several times for one order. */
export type Composers = { readonly [Kind in MailOrder['kind']]: (order: Extract<MailOrder, { readonly kind: Kind }>) => Promise<Message | null> };

const compose = (composers: Composers, order: MailOrder): Promise<Message | null> => {
  switch (order.kind) {
    case 'password_reset': return composers.password_reset(order);
    case 'report': return composers.report(order);
  }
};

/** After these it is given up: what a mail says is too old by then. */
const RETRIES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const LEASE = 2 * MINUTE;
const AT_ONCE = 10;
const KEPT_DEAD = 30 * DAY;

/**
 * Sends what is due, once: each mail is claimed, written, handed over and removed.
 *
 * What goes wrong is logged with the mail's number and tried again; what is given up stays in the table for 30 days.
 *
 * @returns how many mails were looked at
 */
export const sendDue = async ({ db, clock, log }: Pick<Parts, 'db' | 'clock' | 'log'>, transport: Transport, composers: Composers): Promise<number> => {
  const send = async (claimed: ClaimedMail): Promise<void> => {
    const { id, order, attempt } = claimed;
    let message: Message | null = null;
    try {
      message = await compose(composers, order);
      if (message === null) log.info({ mail: id, kind: order.kind }, 'A mail was asked for that nobody is to have.');
      else log.info({ mail: id, kind: order.kind, at: await transport.deliver(id, message) }, 'A mail was handed over.');
    } catch (error) {
      const delay = RETRIES[attempt - 1];
      const retryAt = delay === undefined ? null : new Date(clock.now() + delay);
      log.error({ err: error, mail: id, kind: order.kind, attempt, retryAt }, retryAt === null ? 'A mail could not be sent and was given up.' : 'A mail could not be sent; it is tried again.');
      await postponeMail(db, claimed, retryAt);
      return;
    }
    await forgetMail(db, id);
    // Only now: whatever comes of this, the mail is not sent again for it.
    await message?.sent?.(new Date(clock.now()));
  };
  const now = clock.now();
  const claimed = await claimMails(db, new Date(now), new Date(now + LEASE), AT_ONCE);
  await Promise.all(claimed.map(send));
  await forgetDeadMails(db, new Date(now - KEPT_DEAD));
  return claimed.length;
};
