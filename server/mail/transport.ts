import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '../platform/settings.ts';
import type { Message } from './message.ts';

/** Where mails go. */
export interface Transport {
  /**
   * Hands a mail over.
   *
   * @param id the mail's number, for the name of a file
   * @returns where it is now, for the log
   * @throws when it was not taken
   */
  deliver(id: number, message: Message): Promise<string>;
  close(): void;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Nothing of a mail comes from files or addresses, whatever somebody is called. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

const envelope = (mailFrom: string, { to, subject, text, file }: Message) => ({
  from: mailFrom,
  to: { name: to.name, address: to.address },
  subject,
  text,
  ...(file && { attachments: [{ filename: file.name, contentType: file.type, content: file.bytes }] }),
  // So that out-of-office answers do not come back.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const overSmtp = (smtpUrl: string, mailFrom: string): Transport => {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS, ...CLOSED });
  return {
    deliver: async (_id, message) => {
      await transport.sendMail(envelope(mailFrom, message));
      return 'the mail server';
    },
    close: () => transport.close(),
  };
};

/**
 * Mails as files that a mail program opens. They hold links that change passwords, so only the owner may read
 * them.
 */
const intoFolder = (folder: string, mailFrom: string): Transport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED });
  return {
    deliver: async (id, message) => {
      const { message: source } = await transport.sendMail(envelope(mailFrom, message));
      if (!Buffer.isBuffer(source)) throw new Error('the mail was not written out');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(file, source, { mode: 0o600 });
      return file;
    },
    close: () => transport.close(),
  };
};

/** The SMTP server of the settings; without one a folder, `dataDir/outbox`. */
export const openTransport = ({ smtpUrl, mailFrom, dataDir }: Settings): Transport =>
  smtpUrl === null ? intoFolder(join(dataDir, 'outbox'), mailFrom) : overSmtp(smtpUrl, mailFrom);
