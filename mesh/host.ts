// `hide` in a route's schema: the gateway is no part of the REST contract.
/// <reference types="@fastify/swagger" />
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setMaxListeners } from 'node:events';
import { OperationTypeNode } from 'graphql';
import { openEngine, type Engine } from './engine.ts';
import { Refusal, refusals, type RefusalCode } from './failures.ts';
import { limits } from './limits.ts';
import { negotiate, readParameters, statusOf, type MediaType } from './protocol.ts';

export interface GatewayOptions {
  /** Whether callers may read the schema. */
  readonly introspection: boolean;
  /**
   * Whether a request may run operations that the console does not have; absent: every request. Called for each such
   * request.
   */
  readonly mayAskAnything?: (request: FastifyRequest) => Promise<boolean>;
  readonly log: FastifyBaseLogger;
  /** Compresses the answers of a scope. */
  readonly compress: (scope: FastifyInstance) => Promise<void>;
}

export interface MountedGateway {
  /** Resolves when the gateway is open. @throws the reason why it cannot be opened; the next call tries again */
  opened(): Promise<unknown>;
}

const listed = (header: string | readonly string[] | undefined) =>
  header === undefined || typeof header === 'string' ? header : header.join(', ');

const send = (reply: FastifyReply, type: MediaType, status: number, body: object) =>
  reply
    .code(status)
    .headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', vary: 'Accept' })
    .send(JSON.stringify(body));

/** Media type of an error answer: a caller that accepts neither type gets the plainer one. */
const mediaTypeOf = (request: FastifyRequest): MediaType => {
  try {
    return negotiate(request.headers.accept);
  } catch {
    return 'application/json';
  }
};

/** Converts Fastify's errors before the handler; null: not caused by the caller. */
const refusedBy = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (
    !(error instanceof Error) ||
    !('statusCode' in error) ||
    typeof error.statusCode !== 'number' ||
    error.statusCode >= 500
  )
    return null;
  const code =
    (Object.keys(refusals) as RefusalCode[]).find(name => refusals[name] === error.statusCode) ??
    'BAD_REQUEST';
  return new Refusal(code, error.message);
};

const parseBody = (
  _request: FastifyRequest,
  body: string | Buffer,
  parsed: (error: Error | null, value?: unknown) => void,
): void => {
  try {
    parsed(null, JSON.parse(String(body)));
  } catch {
    parsed(new Refusal('BAD_REQUEST', 'The body is not JSON.'));
  }
};

/** Whether the client has disconnected: an answer that nobody receives is no fault of the server. */
const hasDisconnected = (error: unknown, { raw }: FastifyRequest, reply: FastifyReply): boolean =>
  raw.aborted ||
  (reply.raw.destroyed &&
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_STREAM_PREMATURE_CLOSE');

const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = refusedBy(error);
  const type = mediaTypeOf(request);
  if (refusal !== null) return send(reply, type, statusOf(refusal, type), { errors: refusal.errors });
  if (hasDisconnected(error, request, reply)) request.log.info('request aborted by the client');
  else request.log.error({ err: error }, 'a GraphQL request failed');
  return send(reply, type, 500, {
    errors: [
      {
        message: 'Something went wrong on our side.',
        extensions: { code: 'unexpected', status: 500, requestId: request.id },
      },
    ],
  });
};

/** Answers a request. @throws {Refusal} by the rules of GraphQL over HTTP */
const answerRequest = async (
  request: FastifyRequest,
  reply: FastifyReply,
  opened: () => Promise<Engine>,
  mayAskAnything: GatewayOptions['mayAskAnything'],
): Promise<FastifyReply> => {
  const type = negotiate(request.headers.accept);
  const parameters =
    request.method === 'GET' ? readParameters(request.query, true) : readParameters(request.body, false);
  const engine = await opened();
  const operation = engine.prepare(parameters);
  if (mayAskAnything !== undefined && !operation.isOfConsole && !(await mayAskAnything(request)))
    throw new Refusal(
      'OPERATION_NOT_ALLOWED',
      'This installation runs the operations of its console only. Send an API key to run others.',
    );
  if (request.method === 'GET' && operation.kind !== OperationTypeNode.QUERY) {
    void reply.header('allow', 'POST');
    throw new Refusal('METHOD_NOT_ALLOWED', 'Only queries may be sent by GET.');
  }
  const cost = engine.costOf(operation, parameters);
  void reply.headers({ 'graphql-cost': cost, 'graphql-cost-limit': limits.cost });
  if (cost > limits.cost)
    throw new Refusal(
      'COST_LIMIT_EXCEEDED',
      `The operation costs ${cost}, and may cost ${limits.cost}: select fewer fields, or smaller pages.`,
    );
  const disconnect = new AbortController();
  setMaxListeners(0, disconnect.signal); // each REST call of a document adds one; limits.ts bounds their number
  const leave = () => disconnect.abort();
  reply.raw.once('close', leave);
  const reportSources = new Set<string>();
  const answer = await engine.run(operation, parameters, {
    authorization: request.headers.authorization,
    remoteAddress: request.socket.remoteAddress ?? '',
    forwardedFor: listed(request.headers['x-forwarded-for']),
    forwardedProto: listed(request.headers['x-forwarded-proto']),
    userAgent: request.headers['user-agent'],
    acceptLanguage: request.headers['accept-language'],
    cookie: request.headers.cookie,
    addReportSource: source => reportSources.add(source),
    setCookies: cookies => void reply.header('set-cookie', [...cookies]),
    requestId: request.id,
    signal: disconnect.signal,
  });
  reply.raw.off('close', leave);
  if (reportSources.size > 0) void reply.header('x-report-source', [...reportSources].join(', '));
  return send(reply, type, 200, answer);
};

const serveGraphQL = (
  scope: FastifyInstance,
  opened: () => Promise<Engine>,
  mayAskAnything: GatewayOptions['mayAskAnything'],
): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: limits.body }, parseBody);
  scope.setErrorHandler(answerError);
  scope.route({
    url: '/graphql',
    method: ['GET', 'POST'],
    config: { access: 'public' },
    bodyLimit: limits.body,
    schema: { hide: true },
    handler: (request, reply) => answerRequest(request, reply, opened, mayAskAnything),
  });
  scope.route({
    url: '/graphql',
    method: ['PUT', 'PATCH', 'DELETE'],
    config: { access: 'public' },
    schema: { hide: true },
    handler: (_request, reply) => {
      void reply.header('allow', 'GET, POST');
      throw new Refusal('METHOD_NOT_ALLOWED', 'GraphQL is asked by GET or POST.');
    },
  });
};

/**
 * Serves `/graphql` on a REST server: Mesh in the same process, with REST calls without a socket.
 *
 *     request ──read──▶ parameters ──prepare──▶ operation ──run──▶ answer
 *        └─────────refused: 4xx by the GraphQL-over-HTTP rules─────────┘
 *
 * The built Mesh (`.mesh/`) is loaded after the server is ready: the first request waits for it, the start does not.
 */
export const mountGateway = async (
  app: FastifyInstance,
  options: GatewayOptions,
): Promise<MountedGateway> => {
  let engine: Promise<Engine> | undefined;
  const opened = () =>
    (engine ??= openEngine(app, options).catch((error: unknown) => {
      engine = undefined; // the next request tries again
      throw error;
    }));
  app.addHook('onListen', async () => {
    await opened().catch((error: unknown) =>
      options.log.error({ err: error }, 'the GraphQL gateway cannot be opened'),
    );
  });
  await app.register(async scope => {
    await options.compress(scope);
    serveGraphQL(scope, opened, options.mayAskAnything);
  });
  return { opened };
};
