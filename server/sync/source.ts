import { type Dispatcher, request } from 'undici';
import { parseUrl } from '../collector/hosts.ts';
import { limits } from '../imports/sheet.ts';
import { RefusedAddress } from '../results/egress.ts';

/** Reason why a source yielded no file. `source_status` is followed by the HTTP status. */
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
  /** HTTP agent that checks addresses (`results/egress.ts`). */
  readonly dispatcher: Dispatcher;
  /** Timeout of the whole transfer in milliseconds. */
  readonly timeout: number;
  readonly signal?: AbortSignal;
  /** Allows sources without TLS, for tests. */
  readonly plain?: boolean;
}

/** HTML pages, which servers answer where a file was moved or a session has ended. */
const PAGES = /^(?:text\/html|application\/xhtml\+xml)\b/i;

const first = (header: string | string[] | undefined): string =>
  (Array.isArray(header) ? header[0] : header) ?? '';

/** Reads a body; null: longer than the limit of a file. */
const readBody = async (body: Dispatcher.ResponseData['body']): Promise<Buffer | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limits.bytes) return null; // leaving the loop closes the stream and the connection
    parts.push(part);
  }
  return Buffer.concat(parts);
};

/** Failure by status and headers of a response; null: none. */
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
 * Downloads the file of a source; never rejects. Redirects are not followed: they would evade the address checks and
 * disclose a key in the address to another host.
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
      // A single timeout: with undici's timeouts as well, the same silence would be reported as slow or as
      // unreachable.
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
