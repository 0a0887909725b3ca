import { startPoller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { openOutbox, type Composers } from './outbox.ts';
import { openTransport } from './transport.ts';

export interface Mail {
  /** A mail was ordered: it is sent now rather than at the next look. */
  kick(): void;
  /** Waits for the mail that is being sent. */
  close(): Promise<void>;
}

/** Also without a word the table is looked at: for retries, and for mails that another program ordered. */
const POLL_INTERVAL_MS = 5_000;

/** Sends mails as they are ordered. Who orders one does not wait for it. */
export const startMail = (parts: Dependencies, composers: Composers): Mail => {
  const transport = openTransport(parts.settings);
  if (parts.settings.smtpUrl === null)
    parts.log.info('No SMTP_URL is set: mails are written into the folder outbox of DATA_DIR.');
  // What could not begin for want of a place is looked for as soon as there is one.
  const outbox = openOutbox(parts, transport, composers, () => {
    poller.kick();
  });
  const poller = startPoller(
    async () => {
      await outbox.begin();
    },
    { log: parts.log, failed: 'Mails could not be looked up; it is tried again.', every: POLL_INTERVAL_MS },
  );
  return {
    kick: poller.kick,
    close: async () => {
      await poller.close();
      await outbox.onceAllEnd();
      transport.close();
    },
  };
};
