import { type Dispatcher, request } from 'undici';
import { parseUrl } from '../collector/hosts.ts';
import { limits } from '../imports/sheet.ts';
import { RefusedAddress } from '../results/egress.ts';

/** Why a source gave no file. `source_status` is followed by the status. */
export type SourceFailure =
  | 'source_refused'
  | 'source_unreachable'
  | 'source_slow'
  | 'source_redirect'
  | `source_status ${number}`
  | 'source_large'
  | 'source_content';
export type Fetched = { readonly bytes: Buffer } | { readonly failure: SourceFailure };

export interface SourceOptions {
  /** The way out that checks addresses (`results/egress.ts`). */
  readonly dispatcher: Dispatcher;
  /** Milliseconds for all of it: name, connection, the whole file. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** For tests: without TLS too. */
  readonly plain?: boolean;
}

/** A page for people is what one gets where a file was moved or a session ended. */
const PAGES = /^(?:text\/html|application\/xhtml\+xml)\b/i;

const first = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? '';

/** All of a body, unless it is longer than a file may be. */
const readWhole = async (body: Dispatcher.ResponseData['body']): Promise<Buffer | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limits.bytes) return null; // leaving the loop closes the stream, and with it the connection
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/**
 * Fetches the file of a source. Never throws: what went wrong is the answer.
 *
 * A redirect is not followed: it would lead past the checks of the address, and tell the key in it to
 * another.
 */
export const fetchSource = async (
  url: string,
  { dispatcher, timeout, signal, plain = false }: SourceOptions,
): Promise<Fetched> => {
  const { protocol } = parseUrl(url) ?? {};
  if (protocol !== 'https:' && !(plain && protocol === 'http:')) return { failure: 'source_refused' };
  const timer = AbortSignal.timeout(timeout);
  try {
    const { statusCode, headers, body } = await request(url, {
      method: 'GET',
      dispatcher,
      signal: signal === undefined ? timer : AbortSignal.any([timer, signal]),
      // One clock: with undici's own beside it, the same silence is told now as slow, now as unreachable.
      headersTimeout: 0,
      bodyTimeout: 0,
      headers: { 'user-agent': 'Touchpath', accept: '*/*', 'accept-encoding': 'identity' },
    });
    const refuse = (failure: SourceFailure): Fetched => {
      // What nobody reads is closed; the end that this makes is no news.
      body.on('error', () => undefined).destroy();
      return { failure };
    };
    if (statusCode >= 300 && statusCode < 400) return refuse('source_redirect');
    if (statusCode !== 200) return refuse(`source_status ${statusCode}`);
    if (
      PAGES.test(first(headers['content-type'])) ||
      !['', 'identity'].includes(first(headers['content-encoding']).toLowerCase())
    )
      return refuse('source_content');
    if (Number(first(headers['content-length'])) > limits.bytes) return refuse('source_large');
    const bytes = await readWhole(body);
    return bytes === null ? { failure: 'source_large' } : { bytes };
  } catch (error) {
    if (timer.aborted) return { failure: 'source_slow' };
    const refused = error instanceof RefusedAddress || (error as Error).cause instanceof RefusedAddress;
    return { failure: refused ? 'source_refused' : 'source_unreachable' };
  }
};
