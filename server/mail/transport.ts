import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Settings } from '../platform/settings.ts';
import type { Message } from './message.ts';

/** Transport of mails. */
export interface Transport {
  /** Mails become files, so none is sent. */
  readonly isFolder?: true;
  /**
   * Sends a mail.
   *
   * @param id id of the mail, used as the name of a file
   * @returns description of the destination, for the log
   * @throws {Error} the mail was refused
   */
  deliver(id: number, message: Message): Promise<string>;
  close(): void;
}

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };
/** Forbids files and addresses as content of mails, because names of users are part of mails. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true };

const envelope = (mailFrom: string, { to, subject, text, html, file }: Message) => ({
  from: mailFrom,
  to: { name: to.name, address: to.address },
  subject,
  text,
  ...(html !== undefined && { html }),
  ...(file && { attachments: [{ filename: file.name, contentType: file.type, content: file.bytes }] }),
  // Prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated' },
});

const connectTo = (smtpUrl: string) => createTransport({ url: smtpUrl, ...TIMEOUTS, ...CLOSED });

/** Connects and signs in to a mail server. @throws {Error} it cannot be used */
export const checkMailServer = async (smtpUrl: string): Promise<void> => {
  const transport = connectTo(smtpUrl);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
};

const overSmtp = (smtpUrl: string, mailFrom: string): Transport => {
  const transport = connectTo(smtpUrl);
  return {
    deliver: async (_id, message) => {
      await transport.sendMail(envelope(mailFrom, message));
      return 'the mail server';
    },
    close: () => transport.close(),
  };
};

/** Writes mails as files, readable by their owner only, because they contain links that set passwords. */
const intoFolder = (folder: string, mailFrom: string): Transport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...CLOSED });
  return {
    isFolder: true,
    deliver: async (id, message) => {
      const { message: source } = await transport.sendMail(envelope(mailFrom, message));
      if (!Buffer.isBuffer(source)) throw new Error('the email was not serialized');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${id}.eml`);
      await writeFile(file, source, { mode: 0o600 });
      return file;
    },
    close: () => transport.close(),
  };
};

/** Opens the SMTP server of the settings, or else the folder `dataDir/outbox`. */
export const openTransport = ({ smtpUrl, mailFrom, dataDir }: Settings): Transport =>
  smtpUrl === null ? intoFolder(join(dataDir, 'outbox'), mailFrom) : overSmtp(smtpUrl, mailFrom);
