import { type Dispatcher, request } from 'undici';
import { parseUrl } from '../collector/hosts.ts';
import { RefusedAddress } from './egress.ts';
import { signedHeaders } from '../platform/webhook-signature.ts';

/**
 * Reasons why a call failed: no signing secret, not an http(s) URL, a forbidden address, timeout, unreachable, a
 * redirect, 410, or any other status than 2xx.
 */
export const SEND_FAILURES = [
  'no_secret',
  'no_web_address',
  'refused_address',
  'no_answer',
  'unreachable',
  'redirected',
  'gone',
  'not_taken',
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** Outcome of one call of a webhook. */
export interface Sent {
  readonly success: boolean;
  /** Null: the call succeeded. */
  readonly failure: SendFailure | null;
  /** Null: no response. */
  readonly httpStatus: number | null;
  /** First characters of the response body; the error of the system if the receiver could not be reached. */
  readonly answer: string;
  /** True: a retry cannot succeed, because the receiver answered 410 or the address is forbidden. */
  readonly final: boolean;
  /** Milliseconds in which the receiver asked for no further call; null: none stated. */
  readonly retryAfter: number | null;
}

const ANSWER_BYTES = 2_048;
const ANSWER_CHARACTERS = 500;

/** Shortens a text and removes what PostgreSQL cannot store. */
const clean = (text: string): string =>
  text
    .replaceAll('\0', '')
    .slice(0, ANSWER_CHARACTERS)
    .replace(/[\ud800-\udbff]$/, '');

const failed = (failure: SendFailure, { answer = '', final = false } = {}): Sent => ({
  success: false,
  failure,
  httpStatus: null,
  answer: clean(answer),
  final,
  retryAfter: null,
});

const refusal = (httpStatus: number): SendFailure => {
  if (httpStatus === 410) return 'gone';
  return httpStatus >= 300 && httpStatus < 400 ? 'redirected' : 'not_taken';
};

/** Parses Retry-After (seconds or a date). @returns milliseconds; null: missing or invalid */
export const retryAfterOf = (header: string | readonly string[] | undefined, now: number): number | null => {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/** Reads the beginning of a body and discards the rest. */
const readStart = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= ANSWER_BYTES) break; // leaving the loop closes the stream and the connection
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, ANSWER_BYTES));
};

/** Options of one call. */
export interface SendOptions {
  readonly dispatcher: Dispatcher;
  /** Timeout of the whole call in milliseconds. */
  readonly timeout: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal;
  /** Body and secret of a signed POST; null: a GET. */
  readonly signed?: { readonly body: string; readonly secret: string } | null;
}

/**
 * Calls a webhook once; only 2xx is a success. Redirects are not followed: they would evade the address checks and
 * disclose the receiver's secrets to another host.
 *
 * @param id id of the notification, sent as `webhook-id`
 * @returns the outcome; never rejects
 */
export const send = async (
  url: string,
  id: number,
  { dispatcher, timeout, now, signal, signed = null }: SendOptions,
): Promise<Sent> => {
  // Not final: the secret may be set before the next attempt.
  if (signed?.secret === '') return failed('no_secret');
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) return failed('no_web_address', { final: true });
  const timer = AbortSignal.timeout(timeout);
  try {
    const response = await request(url, {
      dispatcher,
      ...(signed === null ? { method: 'GET' } : { method: 'POST', body: signed.body }),
      signal: signal === undefined ? timer : AbortSignal.any([timer, signal]),
      headersTimeout: timeout,
      bodyTimeout: timeout,
      // The same id at every attempt lets a receiver recognize a repeated notification.
      headers: {
        'user-agent': 'Touchpath',
        accept: '*/*',
        'webhook-id': `ntf_${id}`,
        ...(signed !== null && {
          'content-type': 'application/json',
          ...signedHeaders(signed.secret, `ntf_${id}`, now, signed.body),
        }),
      },
    });
    return await readResponse(response, now);
  } catch (error) {
    return timer.aborted ? failed('no_answer') : failureOfError(error);
  }
};

/** Outcome of a call with a response. @param now milliseconds since 1970 */
const readResponse = async (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  now: number,
): Promise<Sent> => {
  const success = statusCode >= 200 && statusCode < 300;
  // The status decides; a body that breaks off or never ends does not change the outcome.
  const answer = await readStart(body).catch(() => '');
  return {
    success,
    failure: success ? null : refusal(statusCode),
    httpStatus: statusCode,
    answer: clean(answer),
    final: statusCode === 410,
    retryAfter: success ? null : retryAfterOf(headers['retry-after'], now),
  };
};

/** Outcome of a call without a response, other than a timeout. */
const failureOfError = (error: unknown): Sent => {
  if (error instanceof RefusedAddress || (error as Error).cause instanceof RefusedAddress)
    return failed('refused_address', { final: true });
  const { message, code } = error as NodeJS.ErrnoException;
  return failed('unreachable', {
    answer: code === undefined || message.includes(code) ? message : `${code}: ${message}`,
  });
};
