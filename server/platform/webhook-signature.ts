import { createHmac } from 'node:crypto';

/**
 * Signs webhooks by Standard Webhooks: HMAC-SHA256 over `<id>.<timestamp>.<body>`; the key is the base64 text after
 * `whsec_`. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */

const PREFIX = 'whsec_';

/** Pattern of a signing secret: 24 to 64 bytes in base64. */
export const SECRET_PATTERN = '^whsec_[A-Za-z0-9+/]{32,88}={0,2}$';

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/**
 * Headers of one attempt.
 *
 * @param id the same at every attempt
 * @param now time of this attempt, milliseconds since 1970
 */
export const signedHeaders = (secret: string, id: string, now: number, body: string): SignedHeaders => {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  const timestamp = String(Math.floor(now / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
};
