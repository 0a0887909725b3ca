import { hostname } from 'node:os';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SECOND } from '../platform/time.ts';
import type { StreamedLine } from '../store/postgres/engine/audit-stream.ts';
import type { AuditSender } from './worker.ts';

const TIMEOUT_MS = 15 * SECOND;

/** Facility 13: log audit. */
const FACILITY = 13;
const INFORMATIONAL = 6;
const WARNING = 4;

/** A name in the header of a message: printable ASCII without blanks. */
const headerName = (text: string, limit: number): string =>
  text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, limit) || '-';

/** JSON in ASCII: RFC 5424 requires a byte order mark before UTF-8, which receivers would have to remove. */
const asciiJson = (line: StreamedLine): string =>
  JSON.stringify(line).replaceAll(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A message of RFC 5424, with the line as JSON. */
export const syslogMessage = (line: StreamedLine, host: string, pid: number): string => {
  const severity = line.action === 'sign_in_refused' ? WARNING : INFORMATIONAL;
  const header = `<${FACILITY * 8 + severity}>1 ${line.at} ${headerName(host, 255)} touchpath ${pid}`;
  return `${header} ${headerName(line.action, 32)} - ${asciiJson(line)}`;
};

/** Messages framed by counted octets (RFC 6587, RFC 5425). */
const framesOf = (lines: readonly StreamedLine[]): string =>
  lines
    .map(line => {
      const message = syslogMessage(line, hostname(), process.pid);
      return `${Buffer.byteLength(message)} ${message}`;
    })
    .join('');

export interface SyslogTarget {
  readonly host: string;
  readonly port: number;
  /** TLS, with the name of the host in the certificate. */
  readonly isEncrypted: boolean;
  /** Certificates to be trusted instead of those of the system; absent: those of the system. */
  readonly ca?: string;
}

/**
 * Sends bytes over a connection of their own. Syslog has no acknowledgement, so the end of the connection serves as one:
 * the receiver closes its side after it has read all; a receiver that fails before resets the connection.
 */
const sendAndClose = (
  { host, port, isEncrypted, ca }: SyslogTarget,
  bytes: string,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let hasReadAll = false;
    let hasSentAll = false;
    const send = () => socket.end(bytes);
    const socket: Socket = isEncrypted
      ? connectTls({ host, port, servername: host, ...(ca !== undefined && { ca }) }, send)
      : connect({ host, port }, send);
    const abort = () => socket.destroy(new Error('the program stops'));
    socket
      .setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('the receiver did not close the connection')))
      .on('error', reject)
      .on('finish', () => {
        hasSentAll = true;
      })
      .on('end', () => {
        hasReadAll = hasSentAll;
      })
      .on('close', () => {
        signal.removeEventListener('abort', abort);
        if (hasReadAll) resolve();
        else reject(new Error('the receiver closed the connection before the end'));
      })
      .resume();
    signal.addEventListener('abort', abort, { once: true });
  });

/** Creates the sender to a syslog receiver over TCP or TLS. */
export const createSyslogSender = (target: SyslogTarget): AuditSender => ({
  send: (lines, signal) => sendAndClose(target, framesOf(lines), signal),
});
