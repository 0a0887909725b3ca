import type { FastifyInstance } from 'fastify';

/** Sender of a GraphQL request. Its REST calls have the same credentials and IP address. */
export interface Caller {
  readonly authorization: string | undefined;
  readonly remoteAddress: string;
  /** Forwarding headers of proxies. The REST server trusts them as far as it trusts the proxies. */
  readonly forwardedFor: string | undefined;
  readonly forwardedProto: string | undefined;
  readonly requestId: string;
  readonly userAgent: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly cookie: string | undefined;
  /** Receives the `Set-Cookie` headers of REST answers. */
  readonly setCookies: (cookies: readonly string[]) => void;
  /** Receives what each report of a REST answer was read from, and why: `rollups; reason=current`. */
  readonly addReportSource: (source: string) => void;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** Context of an execution for its resolvers; Mesh fills `{context.headers.…}` from `req.headers`. */
export interface GatewayContext {
  readonly caller: Caller;
  readonly req: { readonly headers: Readonly<Record<string, string | undefined>> };
}

/** The part of a `Response` that Mesh reads. A full one takes a quarter of a small request's time. */
interface LightResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  text(): Promise<string>;
}
interface RestInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/**
 * Path of the REST API: segments of letters, digits and dashes, with a slash at the end. Others result from hostile
 * input.
 */
const REST_PATH = /^\/api\/v1(?:\/[\w-]+)+\/$/;

/** Headers of a REST call: those of Mesh that are not empty, and those of the caller. */
const headersOf = (init: RestInit, caller: Caller): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(init.headers ?? {})) if (value !== '') headers[name] = value;
  headers['x-request-id'] = caller.requestId;
  if (caller.forwardedFor !== undefined) headers['x-forwarded-for'] = caller.forwardedFor;
  if (caller.forwardedProto !== undefined) headers['x-forwarded-proto'] = caller.forwardedProto;
  headers['user-agent'] = caller.userAgent ?? '';
  if (caller.acceptLanguage !== undefined) headers['accept-language'] = caller.acceptLanguage;
  if (caller.cookie !== undefined) headers['cookie'] = caller.cookie;
  return headers;
};

/** Creates a `fetch` that runs REST routes in this process without a socket, and can reach nothing else. */
export const injectFetch =
  (app: FastifyInstance) =>
  async (address: string, init: RestInit = {}, context?: GatewayContext): Promise<LightResponse> => {
    const caller = context?.caller;
    if (caller === undefined) throw new Error('A REST call without a caller');
    const start = address.indexOf('/', address.indexOf('://') + 3);
    const url = address.slice(start);
    const query = url.indexOf('?');
    if (!REST_PATH.test(query === -1 ? url : url.slice(0, query)) || url.includes('#'))
      throw new Error('A REST address that is none');
    const headers = headersOf(init, caller);
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url,
      headers,
      remoteAddress: caller.remoteAddress,
      signal: caller.signal,
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const made = answer.headers['set-cookie'];
    if (made !== undefined) caller.setCookies([made].flat());
    const sources = answer.headers['x-report-source'];
    if (typeof sources === 'string') for (const source of sources.split(', ')) caller.addReportSource(source);
    const status = answer.statusCode;
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText: answer.statusMessage,
      headers: NO_HEADERS,
      text: () => Promise.resolve(answer.payload),
    };
  };
/** Mesh copies answer headers into its errors, where the caller does not need them. */
const NO_HEADERS = new Headers();
