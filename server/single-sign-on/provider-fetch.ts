import { request, type Dispatcher } from 'undici';
import { createEgress } from '../results/egress.ts';
import { SECOND } from '../platform/time.ts';

/** Requests to identity providers. Their addresses come from outside, so each connection is checked and limited. */

const TIMEOUT_MS = 10 * SECOND;
/** Limit of an answer in bytes; the discovery documents and keys of known providers have some kilobytes. */
const ANSWER_LIMIT_BYTES = 512 * 1024;
const STATUSES_WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** An answer of an identity provider that cannot be used. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** The request that the OpenID Connect library sends. */
interface LibraryRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
  readonly body?: unknown;
}
export type ProviderFetch = (url: string, options: LibraryRequest) => Promise<Response>;

const readBody = async (body: Dispatcher.ResponseData['body']): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop closes the stream and the connection.
    if (size > ANSWER_LIMIT_BYTES) throw new UnusableAnswer('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
};

const textOfBody = (body: unknown): string | null => {
  if (typeof body === 'string') return body;
  return body instanceof URLSearchParams ? body.toString() : null;
};

/**
 * Creates the `fetch` of the OpenID Connect library: addresses are checked at each connection, redirects are not
 * followed, and time and size are limited.
 *
 * @param options.allowPrivate whether private addresses and addresses without TLS are allowed
 */
export const createProviderFetch = ({
  allowPrivate,
}: {
  readonly allowPrivate: boolean;
}): { readonly fetch: ProviderFetch; close(): Promise<void> } => {
  const dispatcher = createEgress({ allowPrivate, connectTimeout: TIMEOUT_MS });
  return {
    fetch: async (url, { method = 'GET', headers = {}, body }) => {
      const { protocol } = new URL(url);
      if (protocol !== 'https:' && !(allowPrivate && protocol === 'http:'))
        throw new UnusableAnswer('the address is not https');
      const answer = await request(url, {
        method: method as Dispatcher.HttpMethod,
        dispatcher,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headersTimeout: 0,
        bodyTimeout: 0,
        headers: {
          ...Object.fromEntries(new Headers(headers as Record<string, string>)),
          'user-agent': 'Touchpath',
          'accept-encoding': 'identity',
        },
        body: textOfBody(body),
      });
      const bytes = await readBody(answer.body);
      const { statusCode } = answer;
      if (statusCode < 200 || statusCode > 599) throw new UnusableAnswer(`HTTP status ${statusCode}`);
      return new Response(STATUSES_WITHOUT_BODY.has(statusCode) ? null : new Uint8Array(bytes), {
        status: statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      });
    },
    close: () => dispatcher.close(),
  };
};
