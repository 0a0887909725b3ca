import { context, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { print } from 'graphql';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { InteractionsDocument } from '../../../graphql/generated/graphql.ts';
import { startTraceExport } from '../../../server/platform/trace-export.ts';
import { makeTenant, PASSWORD, signIn, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** A span as OTLP has it in JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status: { readonly code?: number };
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<Span, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const BUILD = { version: '1.2.3', commit: 'abcdef0' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';

const valueOf = ({ attributes }: Pick<Span, 'attributes'>, name: string): unknown =>
  Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0];

/** A receiver of OTLP over HTTP. @param status what it answers */
const openReceiver = async (status = 200) => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then(body => {
      bodies.push(body);
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bodies,
    exports: () => bodies.map(body => JSON.parse(body) as Export),
    spans: () =>
      bodies.flatMap(body =>
        (JSON.parse(body) as Export).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: async () => {
      delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
      server.closeAllConnections();
      await new Promise(done => {
        server.close(done);
      });
    },
  };
};

describe('traces', () => {
  let parts: TestParts;
  let collector: Collector;
  let app: FastifyInstance;
  let tenant: Tenant;
  beforeAll(async () => {
    parts = await createTestParts({ settings: { traceRatio: 1 } });
    tenant = await makeTenant(parts.db, 'acme');
    collector = await openCollector(parts);
    app = await createApp({ parts, collector });
  });
  afterAll(async () => {
    await app.close();
    await collector.close();
    await parts.close();
  });

  it('contain a request from the gateway to both stores, in the trace of the caller, and no values', async () => {
    const receiver = await openReceiver();
    const traces = startTraceExport(1, BUILD, parts.log);
    const { access: token } = await signIn(app, tenant, 'admin');
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: {
        authorization: `Bearer ${token}`,
        traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
        'x-request-id': 'request-of-the-caller',
      },
      payload: {
        query: print(InteractionsDocument),
        variables: {
          product_id: tenant.shelves[0].product,
          from: '2026-02-28',
          to: '2026-03-02',
          where: 'referrer__contains=private-word',
          idempotency_key: 'of urql',
        },
      },
    });
    expect(answer.json()).not.toHaveProperty('errors');
    expect((await app.inject('/r/123456?secret=abc')).statusCode).toBe(404);
    await traces.close();
    await receiver.close();

    const spans = receiver.spans();
    const inTrace = spans.filter(({ traceId }) => traceId === TRACE);
    const named = (name: string) => inTrace.filter(span => span.name === name);
    const [gateway] = named('POST /graphql');
    const [rest] = named('GET /api/v1/logs/interactions/');
    expect(gateway?.parentSpanId).toBe('b7ad6b7169203331');
    expect(rest?.parentSpanId).toBe(gateway?.spanId);
    for (const span of [gateway, rest])
      expect(span && valueOf(span, 'touchpath.request.id')).toBe('request-of-the-caller');
    expect(rest && valueOf(rest, 'http.response.status_code')).toBe(200);
    const calls = inTrace.filter(({ parentSpanId }) => parentSpanId === rest?.spanId);
    expect(new Set(calls.map(span => valueOf(span, 'db.system.name')))).toEqual(
      new Set(['clickhouse', 'postgresql']),
    );
    expect(calls.map(span => valueOf(span, 'db.query.text'))).toContainEqual(
      expect.stringMatching(/FROM contact/),
    );
    // The click of nobody has a trace of its own; its address is the route.
    const click = spans.find(({ name }) => name === 'GET /r/:id');
    expect(click).toMatchObject({ status: {} });
    expect(click?.traceId).not.toBe(TRACE);
    for (const secret of [PASSWORD, token, 'private-word', 'secret=abc', tenant.emails.admin, '123456'])
      expect(receiver.bodies.join('\n')).not.toContain(secret);
    const [{ resource } = { resource: { attributes: [] } }] = receiver.exports()[0]?.resourceSpans ?? [];
    expect([valueOf(resource, 'service.name'), valueOf(resource, 'service.version')]).toEqual([
      'touchpath',
      expect.stringContaining('1.2.3'),
    ]);
  });

  it('are recorded for a share that callers cannot raise, and no longer after the end', async () => {
    const receiver = await openReceiver();
    const traces = startTraceExport(0, BUILD, parts.log);
    await app.inject({ url: '/healthz', headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } });
    await traces.close();
    // Nothing is recorded after the end, nor sent to a later receiver.
    await app.inject({ url: '/healthz', headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` } });
    await receiver.close();
    expect(receiver.bodies).toEqual([]);
    expect([trace.getSpan(context.active()), trace.getActiveSpan()]).toEqual([undefined, undefined]);
  });

  it('that a receiver refuses are dropped with one line of the log a minute', async () => {
    const receiver = await openReceiver(400);
    const lines: string[] = [];
    const log = pino({}, { write: line => void lines.push(line) });
    const traces = startTraceExport(1, BUILD, log, () => 0);
    for (let request = 0; request < 3; request += 1)
      expect((await app.inject('/healthz')).statusCode).toBe(200);
    await traces.close();
    await receiver.close();
    expect(receiver.bodies).not.toEqual([]);
    expect(lines.map(line => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Traces could not be sent.',
    ]);
  });
});
