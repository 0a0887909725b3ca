import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { readDsn } from '../platform/dsn.ts';
import { SECOND } from '../platform/time.ts';

/** A masked error. */
export interface ReportedError {
  readonly origin: 'browser' | 'server';
  readonly place: string;
  readonly code: string;
  readonly message: string;
  readonly httpStatus: number | null;
  readonly requestId: string | null;
  readonly occurredAt: Date;
}

/**
 * Limits of sending: queued reports, timeout of a call, and pauses after the receiver refused a call for its rate.
 */
const SENDING = { maxWaiting: 100, timeoutMs: 10 * SECOND, pauseMs: 60 * SECOND, maxPauseMs: 3600 * SECOND };

/** Builds a Sentry envelope of one error: header, item header and event, one line each. */
export const envelopeOf = (
  { origin, place, code, message, httpStatus, requestId, occurredAt }: ReportedError,
  eventId: string,
  sentAt: Date,
): string =>
  [
    { event_id: eventId, sent_at: sentAt.toISOString() },
    { type: 'event', content_type: 'application/json' },
    {
      event_id: eventId,
      timestamp: occurredAt.getTime() / SECOND,
      platform: origin === 'browser' ? 'javascript' : 'node',
      level: 'error',
      logger: 'touchpath',
      transaction: place,
      exception: { values: [{ type: code, value: message }] },
      tags: {
        origin,
        code,
        ...(httpStatus !== null && { http_status: String(httpStatus) }),
        ...(requestId !== null && { request_id: requestId }),
      },
    },
  ]
    .map(line => JSON.stringify(line))
    .join('\n');

export interface ErrorSender {
  /** Queues an error; never throws. Errors beyond the limit are dropped, which is logged. */
  send(error: ReportedError): void;
  close(): Promise<void>;
}

/**
 * Creates the sender of errors to a receiver with the Sentry protocol, one call at a time. Refused errors are not
 * sent again, because delivery of reports is not guaranteed.
 */
export const createErrorSender = (dsn: string, log: Logger, ask: typeof fetch = fetch): ErrorSender => {
  const target = readDsn(dsn);
  if (target === null) throw new TypeError('The DSN of error reports is not https://KEY@HOST/PROJECT.');
  const closing = new AbortController();
  const waiting: ReportedError[] = [];
  let pausedUntil = 0;
  let dropped = 0;
  let running: Promise<void> | null = null;

  const post = async (error: ReportedError): Promise<void> => {
    const answer = await ask(target.url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(SENDING.timeoutMs)]),
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=touchpath/1, sentry_key=${target.key}`,
      },
      body: envelopeOf(error, randomBytes(16).toString('hex'), new Date()),
    });
    await answer.body?.cancel();
    if (answer.status === 429 || answer.status === 503) {
      const seconds = Number(answer.headers.get('retry-after'));
      pausedUntil =
        performance.now() + (seconds > 0 ? Math.min(seconds * SECOND, SENDING.maxPauseMs) : SENDING.pauseMs);
    }
    if (!answer.ok) log.warn({ status: answer.status }, 'The receiver of error reports rejected a report.');
  };
  const run = async (): Promise<void> => {
    for (
      let error = waiting.shift();
      error !== undefined && !closing.signal.aborted;
      error = waiting.shift()
    ) {
      if (performance.now() < pausedUntil) dropped += 1;
      else
        await post(error).catch((cause: unknown) => {
          if (!closing.signal.aborted) log.warn({ err: cause }, 'An error report could not be sent.');
        });
    }
    if (dropped > 0) log.warn({ dropped }, 'Error reports were dropped because there were too many.');
    dropped = 0;
    running = null;
  };
  return {
    send: error => {
      if (waiting.length >= SENDING.maxWaiting) dropped += 1;
      else waiting.push(error);
      running ??= run();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
};
