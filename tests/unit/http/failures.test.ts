import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { describe, expect, it, test } from 'vitest';
import {
  failureOf,
  handleFailures,
  notFound,
  refuseBrokenRequest,
  sendFailure,
  type ServerFault,
} from '../../../server/http/error-handler.ts';
import {
  bodyOf,
  Failure,
  failures,
  type FailureCode,
  type FailureDetail,
} from '../../../server/http/failures.ts';
import {
  createSecurityHeaders,
  SECURITY_HEADERS,
  secureAnswers,
} from '../../../server/http/security-headers.ts';
import { createLogSink } from '../../support/log-sink.ts';

describe('a failure', () => {
  it('has the status and the text of its code, with the placeholders filled in', () => {
    const failure = new Failure('already_made', { values: { id: 7 }, cause: 'reason' });
    expect(failure).toMatchObject({
      name: 'Failure',
      code: 'already_made',
      status: 409,
      values: { id: 7 },
      fields: {},
      cause: 'reason',
      message: 'This was already added by an earlier request with other values (ID 7).',
    });
    expect(new Failure('too_many_requests').message).toBe(failures.too_many_requests.text);
    expect([new Failure('invalid').values, 'cause' in new Failure('invalid')]).toEqual([{}, false]);
  });

  test.each<[FailureCode, FailureDetail, object]>([
    ['not_found', {}, { code: 'not_found', _message: ['Not Found'] }],
    ['unexpected', {}, { code: 'unexpected', _message: ['Something went wrong on our side (request r-1).'] }],
    [
      'too_many_requests',
      {},
      {
        code: 'too_many_requests',
        _message: ['Too many requests, please try again in 1 s.'],
        values: { seconds: 1 },
      },
    ],
    [
      'overloaded',
      { values: { seconds: 30 } },
      {
        code: 'overloaded',
        _message: ['The system is busy. Try again in 30 s.'],
        values: { seconds: 30 },
      },
    ],
    [
      'invalid',
      { fields: { name: ['required'] } },
      {
        code: 'invalid',
        _message: ['Some fields are not valid.'],
        name: ['Required.'],
        fields: { name: ['required'] },
      },
    ],
    [
      'invalid',
      { fields: { name: ['type', { code: 'too_long', values: { max: 5 } }], url: ['format_url'] } },
      {
        code: 'invalid',
        _message: ['Some fields are not valid.'],
        name: ['Wrong type.', 'The maximum length is 5 characters.'],
        url: ['Invalid URL format.'],
        fields: { name: ['type', 'too_long'], url: ['format_url'] },
        limits: { name: { max: 5 } },
      },
    ],
    [
      'invalid',
      {
        fields: {
          code: ['taken'],
          values: ['taken'],
          fields: ['taken'],
          limits: ['taken'],
          _message: ['taken'],
        },
      },
      {
        code: 'invalid',
        _message: ['Some fields are not valid.'],
        fields: {
          code: ['taken'],
          values: ['taken'],
          fields: ['taken'],
          limits: ['taken'],
          _message: ['taken'],
        },
      },
    ],
  ])('%s with %j has the body %j', (code, detail, body) => {
    expect(bodyOf(new Failure(code, detail), 'r-1')).toEqual(body);
  });

  it('of a field named __proto__ is listed under fields only', () => {
    const body = bodyOf(
      new Failure('invalid', { fields: Object.fromEntries([['__proto__', ['unknown_field' as const]]]) }),
      '',
    );
    expect([Object.keys(body), Object.getPrototypeOf(body) === Object.prototype]).toEqual([
      ['code', '_message', 'fields'],
      true,
    ]);
  });
});

describe('a thrown error', () => {
  const error = (properties: object, message = 'x') => Object.assign(new Error(message), properties);
  test.each<[string, unknown, FailureCode]>([
    ...(
      [
        ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'unsupported_media_type'],
        ['FST_ERR_CTP_BODY_TOO_LARGE', 'too_large'],
        ['FST_ERR_NOT_FOUND', 'not_found'],
        ['FST_ERR_HANDLER_TIMEOUT', 'timed_out'],
        ['FST_ERR_MAX_PARAM_LENGTH', 'not_found'],
        ...[
          'ECONNREFUSED',
          'ECONNRESET',
          'EPIPE',
          'ENOENT',
          'ETIMEDOUT',
          'STORE_AWAY',
          '08006',
          '57P01',
          '57P02',
          '57P03',
          '53100',
          '58030',
        ].map(code => [code, 'unavailable'] as const),
        ...['XECONNRESET', 'ECONNRESETX', '08', '080061', '57P04', '53', '580301'].map(
          code => [code, 'unexpected'] as const,
        ),
        ...['57014', '159', 'TIMEOUT_EXCEEDED'].map(code => [code, 'timed_out'] as const),
        ...['157014', '570140', '1590'].map(code => [code, 'unexpected'] as const),
      ] as const
    ).map(
      ([code, failure]) =>
        [`with the code ${code}`, error({ code }), failure] as [string, unknown, FailureCode],
    ),
    ...(
      [
        [400, 'malformed'],
        [401, 'unauthenticated'],
        [403, 'forbidden'],
        [404, 'not_found'],
        [409, 'conflict'],
        [413, 'too_large'],
        [414, 'address_too_long'],
        [415, 'unsupported_media_type'],
        [418, 'malformed'],
        [429, 'too_many_requests'],
        [499, 'malformed'],
        [399, 'unexpected'],
        [500, 'unexpected'],
        [503, 'unexpected'],
      ] as const
    ).map(
      ([statusCode, failure]) =>
        [`with the status ${statusCode}`, error({ statusCode }), failure] as [string, unknown, FailureCode],
    ),
    ...[
      'Connection terminated unexpectedly',
      'Client was closed',
      'Client has encountered a connection error and is not queryable',
      'timeout exceeded when trying to connect',
    ].map(
      message =>
        [`that says "${message}"`, error({}, message), 'unavailable'] as [string, unknown, FailureCode],
    ),
    ['that says so later only', error({}, 'x Client was closed'), 'unexpected'],
    ['whose type is a time limit', error({ type: 'TIMEOUT_EXCEEDED' }), 'timed_out'],
    ['whose code is a number', error({ code: 159 }), 'unexpected'],
    ['whose cause is a time limit', error({ cause: error({ code: '57014' }) }), 'timed_out'],
    [
      'whose fourth cause is a time limit',
      error({ cause: error({ cause: error({ cause: error({ cause: error({ code: '57014' }) }) }) }) }),
      'timed_out',
    ],
    [
      'whose fifth cause is a time limit',
      error({
        cause: error({
          cause: error({ cause: error({ cause: error({ cause: error({ code: '57014' }) }) }) }),
        }),
      }),
      'unexpected',
    ],
    [
      'whose cause is a time limit and a lost connection',
      error({ code: 'EPIPE', cause: error({ code: '57014' }) }),
      'timed_out',
    ],
    ['that is null', null, 'unexpected'],
    ['that is a text', 'x', 'unexpected'],
  ])('%s is %3$s', (_, thrown, code) => {
    const failure = failureOf(thrown);
    expect([failure.code, failure.cause ?? null]).toEqual([code, thrown]);
  });

  it('that is a failure is unchanged, and a validation error names the fields', () => {
    const failure = new Failure('conflict');
    expect(failureOf(failure)).toBe(failure);
    const validation = [
      { keyword: 'minLength', instancePath: '/name', schemaPath: '', params: { limit: 3 } },
    ];
    expect(failureOf(error({ validation, validationContext: 'body' }), { name: '' }).fields).toEqual({
      name: [{ code: 'required' }],
    });
    expect(failureOf(error({ validation, validationContext: 'querystring' }), { name: '' }).fields).toEqual({
      name: [{ code: 'too_short', values: { min: 3 } }],
    });
    const bodyFaults = [{ keyword: 'type', instancePath: '', schemaPath: '', params: { type: 'object' } }];
    expect(failureOf(error({ validation: bodyFaults })).fields).toEqual({ body: [{ code: 'type' }] });
  });
});

describe('the answer to a failure', () => {
  const setUp = async () => {
    const sink = createLogSink();
    const faults: ServerFault[] = [];
    const app = Fastify({
      loggerInstance: sink.log as FastifyBaseLogger,
      logController: new LogController({ disableRequestLogging: true }),
      genReqId: () => 'r-1',
    });
    handleFailures(app, fault => faults.push(fault));
    app.setNotFoundHandler(notFound);
    app.get('/fail/:code', ({ params }) => {
      const { code } = params as { readonly code: FailureCode };
      throw new Failure(code, code === 'overloaded' ? { values: { seconds: 30 } } : {});
    });
    app.get('/break', ({ query }) => {
      const { cause = '' } = query as { readonly cause?: string };
      throw cause === 'text' ? 'a text' : new RangeError(cause);
    });
    await app.ready();
    return { app, sink, faults };
  };

  test.each([
    ['/fail/not_found', 404, {}],
    ['/fail/unauthenticated', 401, { 'www-authenticate': 'Bearer' }],
    ['/fail/forbidden', 403, {}],
    ['/fail/too_many_requests', 429, { 'retry-after': '1' }],
    ['/fail/overloaded', 503, { 'retry-after': '30' }],
    ['/fail/timed_out', 504, {}],
    ['/break', 500, {}],
    ['/nowhere', 404, {}],
  ])('of %s has the status %d and the headers %j', async (url, status, headers) => {
    const { app } = await setUp();
    const answer = await app.inject({ url });
    const { 'retry-after': retryAfter, 'www-authenticate': authenticate } = answer.headers;
    expect([
      answer.statusCode,
      {
        ...(retryAfter && { 'retry-after': retryAfter }),
        ...(authenticate && { 'www-authenticate': authenticate }),
      },
    ]).toEqual([status, headers]);
    expect(answer.headers).toMatchObject({
      'x-request-id': 'r-1',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.json()).toEqual(
      bodyOf(
        failureOf(
          url === '/break'
            ? new Error('x')
            : new Failure(url === '/nowhere' ? 'not_found' : (url.slice(6) as FailureCode), {
                values: status === 503 ? { seconds: 30 } : {},
              }),
        ),
        'r-1',
      ),
    );
  });

  it('is reported and logged as an error if the server is at fault, without values of the address', async () => {
    const { app, sink, faults } = await setUp();
    for (const url of [
      '/fail/not_found?name=secret&name=other&day=1',
      '/fail/unavailable',
      '/break?cause=why',
      '/break?cause=text',
      `/fail/not_found?${'q'.repeat(600)}`,
    ])
      await app.inject({ url });
    const fault = { companyId: null, requestId: 'r-1' };
    expect(faults).toEqual([
      { ...fault, place: 'GET /fail/:code', code: 'unavailable', message: '', httpStatus: 503 },
      { ...fault, place: 'GET /break', code: 'unexpected', message: 'RangeError: why', httpStatus: 500 },
      { ...fault, place: 'GET /break', code: 'unexpected', message: '', httpStatus: 500 },
    ]);
    const errors = sink.lines.flatMap(({ err }) => (err === undefined ? [] : [err])) as (
      | string
      | { readonly type: string; readonly message: string }
    )[];
    expect(errors.map(err => (typeof err === 'string' ? err : [err.type, err.message]))).toEqual([
      ['Failure', failures.unavailable.text],
      ['RangeError', 'why'],
      'a text',
    ]);
    expect(sink.lines.map(({ level, msg, failure, url }) => [level, msg, failure, url])).toEqual([
      [30, 'request rejected', 'not_found', '/fail/not_found?name&day'],
      [50, 'request failed', 'unavailable', '/fail/unavailable'],
      [50, 'request failed', 'unexpected', '/break?cause'],
      [50, 'request failed', 'unexpected', '/break?cause'],
      [30, 'request rejected', 'not_found', `/fail/not_found?${'q'.repeat(484)}`],
    ]);
  });

  it('is the same without an error receiver', async () => {
    const app = Fastify({ genReqId: () => 'r-1' });
    handleFailures(app);
    app.get('/break', () => {
      throw new RangeError('why');
    });
    const answer = await app.inject({ url: '/break' });
    expect([answer.statusCode, answer.json()]).toEqual([500, bodyOf(new Failure('unexpected'), 'r-1')]);
  });

  it('is reported with its company, and not at all for an aborted request', () => {
    const reported: ServerFault[] = [];
    const lines: unknown[] = [];
    const say = (
      code: FailureCode,
      { aborted = false, destroyed = false, route = '/x' as string | null, cause = null as unknown } = {},
    ) => {
      const log = {
        info: (_: object, text: string) => lines.push([code, text]),
        error: (_: object, text: string) => lines.push([code, text]),
      };
      const request = {
        method: 'PUT',
        url: '/x?y=1',
        id: 'r-2',
        body: null,
        raw: { aborted },
        log,
        routeOptions: { ...(route !== null && { url: route }) },
        session: { viewer: { companyId: 4 } },
      } as unknown as FastifyRequest;
      const reply = {
        raw: { destroyed },
        header: () => reply,
        headers: () => reply,
        code: () => reply,
        type: () => reply,
        send: (body: string) => body,
      } as unknown as FastifyReply;
      sendFailure(new Failure(code, { cause }), request, reply, fault => reported.push(fault));
    };
    say('unexpected', { aborted: true });
    say('timed_out', { destroyed: true });
    say('unexpected', { destroyed: true });
    const cause: unknown = AbortSignal.abort().reason;
    say('unexpected', { destroyed: true, cause });
    say('unexpected', { cause });
    say('timed_out', { route: null });
    say('conflict', { destroyed: true });
    expect(lines).toEqual([
      ['unexpected', 'request aborted by the client'],
      ['timed_out', 'request aborted by the client'],
      ['unexpected', 'request failed'],
      ['unexpected', 'request aborted by the client'],
      ['unexpected', 'request failed'],
      ['timed_out', 'request failed'],
      ['conflict', 'request rejected'],
    ]);
    expect(reported.map(({ companyId, place, code }) => [companyId, place, code])).toEqual([
      [4, 'PUT /x', 'unexpected'],
      [4, 'PUT /x', 'unexpected'],
      [4, 'PUT /', 'timed_out'],
    ]);
  });
});

describe('a malformed request', () => {
  const refuse = (error: object, state: Partial<Socket> = {}) => {
    const sink = createLogSink();
    const written: string[] = [];
    const ends: string[] = [];
    const socket = Object.assign(new EventEmitter(), {
      destroyed: false,
      writable: true,
      write: (text: string) => written.push(text),
      destroySoon: () => ends.push('soon'),
      ...state,
    }) as unknown as Socket;
    refuseBrokenRequest(sink.log)(Object.assign(new Error('x'), error), socket);
    return {
      written: written.join(''),
      ends,
      lines: sink.lines.map(({ level, msg, failure, reason }) => [level, msg, failure, reason]),
    };
  };

  test.each([
    ['HPE_HEADER_OVERFLOW', 431, 'Request Header Fields Too Large', 'address_too_long'],
    ['ERR_HTTP_REQUEST_TIMEOUT', 408, 'Request Timeout', 'malformed'],
    ['HPE_INVALID_METHOD', 400, 'Bad Request', 'malformed'],
  ] as const)('by %s is answered %d, and the connection is closed', (code, status, words, failure) => {
    const { written, ends, lines } = refuse({ code, rawPacket: Buffer.from('GET  / HTTP/1.1') });
    const body = JSON.stringify(bodyOf(new Failure(failure), '-'));
    const headers = [
      'Content-Type: application/json; charset=utf-8',
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    expect(written).toBe([`HTTP/1.1 ${status} ${words}`, ...headers, '', body].join('\r\n'));
    expect([ends, lines]).toEqual([['soon'], [[30, 'request rejected', failure, code]]]);
  });

  it('by HEAD is answered without a body', () => {
    const { written } = refuse({ code: 'HPE_INVALID_URL', rawPacket: Buffer.from('HEAD /\u00e9 HTTP/1.1') });
    expect([
      written.endsWith('Connection: close\r\n\r\n'),
      /content-length: (?!0)\d+/i.test(written),
    ]).toEqual([true, true]);
    expect(refuse({ code: 'x', rawPacket: Buffer.from('HEADER') }).written).toMatch(/\}$/);
    expect(refuse({ code: 'x', rawPacket: 'HEAD ' }).written).toMatch(/\}$/);
  });

  it('is not answered if the connection is lost', () => {
    expect(refuse({ code: 'ECONNRESET' })).toEqual({ written: '', ends: [], lines: [] });
    expect(refuse({ code: 'x' }, { destroyed: true })).toEqual({ written: '', ends: [], lines: [] });
    expect(refuse({ code: 'x' }, { writable: false })).toMatchObject({ written: '', ends: ['soon'] });
  });
});

describe('the security headers', () => {
  const CLOSED = {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  };
  test.each([
    ['http://touchpath.example', {}, false],
    ['https://touchpath.example', {}, true],
    ['http://touchpath.example', { 'x-forwarded-proto': 'https' }, true],
    ['ahttps://x', {}, false],
  ])('at %s with %j require https from then on: %s', async (publicUrl, headers, strict) => {
    const app = Fastify({ trustProxy: true });
    secureAnswers(app, createSecurityHeaders(publicUrl, false));
    app.get('/', () => 'x');
    const answer = await app.inject({ url: '/', headers });
    expect([answer.statusCode, answer.headers]).toMatchObject([
      200,
      { ...CLOSED, ...(strict && { 'strict-transport-security': 'max-age=31536000' }) },
    ]);
    expect('strict-transport-security' in answer.headers).toBe(strict);
  });

  it('are immutable', () => {
    expect([SECURITY_HEADERS, Object.isFrozen(SECURITY_HEADERS)]).toEqual([CLOSED, true]);
  });
});
