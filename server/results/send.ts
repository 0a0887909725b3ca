import { type Dispatcher, request } from 'undici';
import { parseUrl } from '../collector/hosts.ts';
import { RefusedAddress } from './egress.ts';
import { signedHeaders } from './signed.ts';

/**
 * Why a call did not succeed: nothing to sign with, no web address, one that is never called, no answer in
 * time, nobody there; or an answer other than 2xx: a
 * redirect, 410, any other.
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

/** What came of one try to tell a network. */
export interface Sent {
  readonly success: boolean;
  /** null: it succeeded. */
  readonly failure: SendFailure | null;
  /** null: no answer. */
  readonly httpStatus: number | null;
  /** The first characters of the answer's body; where nobody could be reached, what the system said. */
  readonly answer: string;
  /** Trying again would not help: the receiver said so (410), or the address is one that is never called. */
  readonly final: boolean;
  /** Milliseconds for which the receiver requested no further call. */
  readonly retryAfter: number | null;
}

const ANSWER_BYTES = 2_048;
const ANSWER_CHARACTERS = 500;

/** Text that a database can hold, whatever the receiver sent. */
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

/** Retry-After: seconds, or a date. null if its value is unusable. */
export const retryAfterOf = (header: string | readonly string[] | undefined, now: number): number | null => {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/** The beginning of a body; the rest is not waited for. */
const readStart = async (body: Dispatcher.ResponseData['body']): Promise<string> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part);
    size += part.length;
    if (size >= ANSWER_BYTES) break; // leaving the loop closes the stream, and with it the connection
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, ANSWER_BYTES));
};

/** What one try needs beside its address. */
export interface SendOptions {
  readonly dispatcher: Dispatcher;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal?: AbortSignal;
  /** A signed POST of this body; else a GET. */
  readonly signed?: { readonly body: string; readonly secret: string } | null;
}

/**
 * Calls a webhook once. Never throws: what went wrong is the answer.
 *
 * Only 2xx succeeds. A redirect is an answer like any other and is not followed: it would lead past the
 * checks, and tell the receiver's
 * secrets to another.
 *
 * @param timeout milliseconds for all of it: name, connection, answer
 */
export const send = async (
  url: string,
  id: number,
  { dispatcher, timeout, now, signal, signed = null }: SendOptions,
): Promise<Sent> => {
  // Not final: it may be set by the next try.
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

/** What an answer says of the call. @param now milliseconds since 1970 */
const readResponse = async (
  { statusCode, headers, body }: Dispatcher.ResponseData,
  now: number,
): Promise<Sent> => {
  const success = statusCode >= 200 && statusCode < 300;
  // The status is the answer; a body that breaks off or never ends does not change it.
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

/** Why there was no answer, where it was not for time. */
const failureOfError = (error: unknown): Sent => {
  if (error instanceof RefusedAddress || (error as Error).cause instanceof RefusedAddress)
    return failed('refused_address', { final: true });
  const { message, code } = error as NodeJS.ErrnoException;
  return failed('unreachable', {
    answer: code === undefined || message.includes(code) ? message : `${code}: ${message}`,
  });
};
