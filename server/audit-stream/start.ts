import type { Dependencies } from '../dependencies.ts';
import type { Poller } from '../platform/poller.ts';
import { createHttpsSender } from './https-sender.ts';
import { createSyslogSender } from './syslog-sender.ts';
import { startAuditStream, type AuditSender } from './worker.ts';

/** RFC 6587 and RFC 5425. */
const SYSLOG_PORTS = { plain: 601, encrypted: 6514 };

/** The sender to the receiver of the settings. */
export const senderOf = (url: string, secret: string | null, now: () => number): AuditSender => {
  const { protocol, hostname, port } = new URL(url);
  if (!protocol.startsWith('syslog')) return createHttpsSender(url, secret ?? '', now);
  const isEncrypted = protocol === 'syslogs:';
  return createSyslogSender({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? SYSLOG_PORTS[isEncrypted ? 'encrypted' : 'plain'] : Number(port),
    isEncrypted,
  });
};

/** Starts the stream of the settings, which does nothing if no receiver is set. */
export const openAuditStream = (
  parts: Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings'>,
): Pick<Poller, 'close'> => {
  const { auditStream } = parts.settings;
  if (auditStream === null) return { close: () => Promise.resolve() };
  return startAuditStream(parts, senderOf(auditStream.url, auditStream.secret, parts.clock.now));
};
