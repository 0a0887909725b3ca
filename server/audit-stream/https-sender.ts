import { SECOND } from '../platform/time.ts';
import { signedHeaders } from '../platform/webhook-signature.ts';
import type { AuditSender } from './worker.ts';

const TIMEOUT_MS = 15 * SECOND;

/**
 * Creates the sender to an HTTPS receiver: a POST of JSON lines, signed by Standard Webhooks as notifications are. The
 * receiver has taken a batch when it answers 2xx. `webhook-id` is the same at every attempt for the same lines.
 */
export const createHttpsSender = (url: string, secret: string, now: () => number): AuditSender => ({
  send: async (lines, signal) => {
    const body = lines.map(line => `${JSON.stringify(line)}\n`).join('');
    const id = `audit-${lines[0]?.company}-${lines[0]?.position}-${lines.at(-1)?.position}`;
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: { 'content-type': 'application/x-ndjson', ...signedHeaders(secret, id, now(), body) },
      body,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`);
  },
});
