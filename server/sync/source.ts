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
const readBody = async (body: Dispatcher.ResponseData['body']): Promise<Buffer | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limits.bytes) return null; // leaving the loop closes the stream, and with it the connection
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** What the status and the headers of an answer say against its body; null: nothing. */
const faultOfHead = (
  statusCode: number,
  headers: Dispatcher.ResponseData['headers'],
): SourceFailure | null => {
  if (statusCode >= 300 && statusCode < 400) return 'source_redirect';
  if (statusCode !== 200) return `source_status ${statusCode}`;
  if (PAGES.test(first(headers['content-type']))) return 'source_content';
  if (!['', 'identity'].includes(first(headers['content-encoding']).toLowerCase())) return 'source_content';
  return Number(first(headers['content-length'])) > limits.bytes ? 'source_large' : null;
};

const failureOfError = (error: unknown): SourceFailure => {
  const isRefused = error instanceof RefusedAddress || (error as Error).cause instanceof RefusedAddress;
  return isRefused ? 'source_refused' : 'source_unreachable';
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
    const failure = faultOfHead(statusCode, headers);
    if (failure !== null) {
      // A body that is not read is closed; the error event that closing causes carries no information.
      body.on('error', () => undefined).destroy();
      return { failure };
    }
    const bytes = await readBody(body);
    return bytes === null ? { failure: 'source_large' } : { bytes };
  } catch (error) {
    return { failure: timer.aborted ? 'source_slow' : failureOfError(error) };
  }
};
