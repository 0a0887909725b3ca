import { isLoopback } from '../platform/public-exposure.ts';
import { startPoller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { openOutbox, type Composers } from './outbox.ts';
import { checkMailServer, openTransport } from './transport.ts';

export interface Mail {
  /** Sends queued mails at once instead of at the next poll. */
  kick(): void;
  /** Waits for the mails under way. */
  close(): Promise<void>;
}

/** Polling interval in milliseconds, for retries and for mails that other programs queued. */
const POLL_INTERVAL_MS = 5_000;

/** Tells the operator at the start where mails go, and what of the settings would make them useless. */
const reportSettings = ({ settings, log }: Pick<Dependencies, 'settings' | 'log'>): void => {
  const { smtpUrl, publicUrl } = settings;
  if (smtpUrl === null) {
    log.info('SMTP_URL is not set: emails are written to the folder outbox of DATA_DIR.');
    return;
  }
  if (isLoopback(new URL(publicUrl).hostname))
    log.warn(
      { publicUrl },
      'Links in emails lead to PUBLIC_URL, which only this machine can open: set it to the address that browsers use.',
    );
  checkMailServer(smtpUrl).catch((error: unknown) =>
    log.error({ err: error }, 'The mail server of SMTP_URL cannot be used; emails wait until it can.'),
  );
};

/** Starts to send queued mails in the background. */
export const startMail = (parts: Dependencies, composers: Composers): Mail => {
  const transport = openTransport(parts.settings);
  reportSettings(parts);
  // Mails that exceeded the limits start as soon as a place is free.
  const outbox = openOutbox(parts, transport, composers, () => {
    poller.kick();
  });
  const poller = startPoller(
    async () => {
      await outbox.begin();
    },
    {
      log: parts.log,
      failed: 'The email queue could not be read; retrying.',
      every: POLL_INTERVAL_MS,
      task: { part: 'jobs', name: 'mails' },
    },
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
