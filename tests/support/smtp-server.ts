import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts and keeps all mails. */
export interface MailServer {
  readonly url: string;
  /** The received mails with their headers. */
  readonly taken: string[];
  close(): Promise<void>;
}

export const openMailServer = async (): Promise<MailServer> => {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
      });
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken,
    close: () =>
      new Promise(resolve => {
        server.close(resolve);
      }),
  };
};

/** The content of the only file attached to a mail. @throws {Error} when the mail has no attachment */
export const attachmentOf = (source: string): Buffer => {
  const [, parted = ''] = /boundary="?([^"\r\n;]+)/.exec(source) ?? [];
  const part = source.split(`--${parted}`).find(one => /Content-Disposition: attachment/i.test(one));
  const content = part?.split('\r\n\r\n').slice(1).join('');
  if (content === undefined) throw new Error('the mail carries no file');
  return Buffer.from(content, 'base64');
};
