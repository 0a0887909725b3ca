import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorOf } from '../platform/logger.ts';
import { bodyOf, Failure, SOON, type FailureCode } from './failures.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { faultsOf } from './validation.ts';

/** Failures of errors that Fastify and its plugins throw, by error code. */
const FRAMEWORK: Readonly<Record<string, FailureCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_NOT_FOUND: 'not_found',
  FST_ERR_HANDLER_TIMEOUT: 'timed_out',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};
const BY_STATUS: Readonly<Record<number, FailureCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'too_large',
  414: 'address_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
};
/** Error codes of unreachable sockets, and of a PostgreSQL server that starts, stops, is full or has disk errors. */
const UNREACHABLE =
  /^(ECONN(REFUSED|RESET)|EPIPE|ENOENT|ETIMEDOUT|STORE_AWAY|08\d{3}|57P0[123]|53\d{3}|58030)$/;
/** Messages of the PostgreSQL driver without a code: a broken connection, or no free connection in time. */
const BROKEN =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout exceeded when trying to connect)/;
/** Codes of a statement timeout: PostgreSQL's code, ClickHouse's number and type. */
const TIMED_OUT = /^(57014|159|TIMEOUT_EXCEEDED)$/;

/** An error and its causes; drizzle wraps the driver's error. */
const chainOf = (error: unknown): Error[] => {
  const chain: Error[] = [];
  for (let at: unknown = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at);
  return chain;
};

const codesOf = (error: Error): string[] => {
  const { code, type } = error as Error & { code?: unknown; type?: unknown };
  return [code, type].filter(word => typeof word === 'string');
};

/**
 * Converts any error to a failure; an unknown error becomes `unexpected`, with the error as its cause.
 *
 * @param body the request body, if the schema of the body refused it
 */
export const failureOf = (error: unknown, body?: unknown): Failure => {
  if (error instanceof Failure) return error;
  const {
    validation,
    validationContext,
    statusCode = 500,
    code = '',
  } = (error ?? {}) as Partial<FastifyError>;
  if (validation !== undefined)
    return new Failure('invalid', {
      fields: faultsOf(
        validation,
        validationContext ?? 'body',
        validationContext === 'body' ? body : undefined,
      ),
    });
  const known = FRAMEWORK[code];
  if (known !== undefined) return new Failure(known, { cause: error });
  if (statusCode >= 400 && statusCode < 500)
    return new Failure(BY_STATUS[statusCode] ?? 'malformed', { cause: error });
  const chain = chainOf(error);
  const codes = chain.flatMap(codesOf);
  if (codes.some(found => TIMED_OUT.test(found))) return new Failure('timed_out', { cause: error });
  if (codes.some(found => UNREACHABLE.test(found)) || chain.some(({ message }) => BROKEN.test(message)))
    return new Failure('unavailable', { cause: error });
  return new Failure('unexpected', { cause: error });
};

/** Path and parameter names of an address, without values: searched names and addresses must not be logged. */
const conditionOn = (url: string): string => {
  const [path = '', query] = url.split(/\?(.*)/s);
  return `${path}${query === undefined ? '' : `?${[...new Set(new URLSearchParams(query).keys())].join('&')}`}`.slice(
    0,
    500,
  );
};

/** A failure that the server caused (status 500 or more). */
export interface ServerFault {
  /** Company of the caller; null: not signed in. */
  readonly companyId: number | null;
  /** Method and route, without values. */
  readonly place: string;
  readonly code: FailureCode;
  /** Error message without the parameters of the failed statement. */
  readonly message: string;
  readonly httpStatus: number;
  readonly requestId: string;
}
export type OnServerFault = (fault: ServerFault) => void;

const messageOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return '';
  const { message = '' } = errorOf(cause) as { readonly message?: string };
  return `${cause.name}: ${message}`;
};

const serverFaultOf = (failure: Failure, request: FastifyRequest): ServerFault => ({
  companyId: request.session?.viewer.companyId ?? null,
  place: `${request.method} ${request.routeOptions.url ?? '/'}`,
  code: failure.code,
  message: messageOf(failure.cause),
  httpStatus: failure.status,
  requestId: request.id,
});

/** Whether an error is that of work, or of a response, which ended because nobody waits for it. */
const isOfDisconnect = (cause: unknown): boolean =>
  cause instanceof Error &&
  (cause.name === 'AbortError' || codesOf(cause).includes('ERR_STREAM_PREMATURE_CLOSE'));

/** Whether the client has disconnected: an answer that nobody receives is no fault of the server. */
const hasDisconnected = ({ code, cause }: Failure, { raw }: FastifyRequest, reply: FastifyReply): boolean =>
  raw.aborted || (reply.raw.destroyed && (code === 'timed_out' || isOfDisconnect(cause)));

/**
 * Logs a failure in one line, and sets the headers of its answer.
 *
 * @param onServerFault called for a failure with status 500 or more
 */
export const reportFailure = (
  failure: Failure,
  request: FastifyRequest,
  reply: FastifyReply,
  onServerFault?: OnServerFault,
): void => {
  const line = {
    failure: failure.code,
    fields: failure.fields,
    method: request.method,
    url: conditionOn(request.url),
  };
  if (hasDisconnected(failure, request, reply)) request.log.info(line, 'request aborted by the client');
  else if (failure.status >= 500) {
    request.log.error({ ...line, err: failure.cause ?? failure }, 'request failed');
    onServerFault?.(serverFaultOf(failure, request));
  } else request.log.info(line, 'request rejected');
  if (failure.status === 429 || failure.status === 503)
    reply.header('retry-after', String(failure.values['seconds'] ?? SOON));
  if (failure.status === 401) reply.header('www-authenticate', 'Bearer');
  // Set here as well, because hooks of the API do not run for unauthenticated requests and unknown addresses.
  void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
};

/** Answers a failure and logs it. @param onServerFault called for a failure with status 500 or more */
export const sendFailure = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onServerFault?: OnServerFault,
) => {
  const failure = failureOf(error, request.body);
  reportFailure(failure, request, reply, onServerFault);
  return reply
    .code(failure.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(failure, request.id)));
};

/** Converts every error of `app` to an answer of the table of failures. */
export const handleFailures = (app: FastifyInstance, onServerFault?: OnServerFault): void => {
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, onServerFault));
};

/** Handler of unknown addresses. */
export const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendFailure(new Failure('not_found'), request, reply);

const SECURITY_LINES = Object.entries(SECURITY_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

const MALFORMED = { status: 400, code: 'malformed' } as const;
/** Answers to requests that cannot be parsed, by the parser's error code; MALFORMED for all others. */
const BROKEN_REQUESTS: ReadonlyMap<string, { readonly status: number; readonly code: FailureCode }> = new Map(
  [
    ['HPE_HEADER_OVERFLOW', { status: 431, code: 'address_too_long' }],
    ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, code: 'malformed' }],
  ],
);

/**
 * Answers requests that are not HTTP or whose header is too large. These have no Fastify reply, so the answer is
 * written to the socket in the shape of other failures.
 */
export const refuseBrokenRequest =
  (log: Logger) =>
  (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const { status, code } = (error.code && BROKEN_REQUESTS.get(error.code)) || MALFORMED;
    log.info({ failure: code, reason: error.code }, 'request rejected');
    const body = JSON.stringify(bodyOf(new Failure(code), '-'));
    const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    if (socket.writable) {
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n${SECURITY_LINES}` +
          `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isHead ? '' : body}`,
      );
    }
    socket.destroySoon();
  };
