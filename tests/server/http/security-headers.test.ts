import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { openCollector, type Collector } from '../../../server/collector/collector.ts';
import { makeCollectorShop, type CollectorShop } from '../../support/collector-shop.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let shop: CollectorShop;
let collector: Collector;
let dir: string;
const apps: FastifyInstance[] = [];
const [overHttps, overHttp] = ['https://touchpath.example', 'http://localhost:3000'];
const ports = new Map<string, number>();

const listen = async (publicUrl: string, trustProxy: number): Promise<void> => {
  const settings = { ...parts.settings, publicUrl, trustProxy };
  const app = await createApp({ parts: { ...parts, settings }, collector, consoleDir: dir });
  apps.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ports.set(publicUrl, (app.server.address() as AddressInfo).port);
};

beforeAll(async () => {
  parts = await createTestParts();
  shop = await makeCollectorShop(parts);
  collector = await openCollector(parts);
  dir = await mkdtemp(join(tmpdir(), 'touchpath-headers-'));
  await mkdir(join(dir, 'assets'));
  await writeFile(join(dir, 'index.html'), '<!doctype html><html><head></head><body></body></html>');
  await mkdir(join(dir, '.vite'));
  await writeFile(join(dir, '.vite/pages.json'), '[]');
  await writeFile(join(dir, 'assets/index-a1.js'), 'plain');
  await listen(overHttps, 0);
  await listen(overHttp, 1);
});
afterAll(async () => {
  await Promise.all(apps.map(app => app.close()));
  await collector.close();
  await parts.close();
  await rm(dir, { recursive: true });
});

/** The raw answer, since an HTTP client would hide the body of an answer to HEAD. */
interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}
const send = (request: string, publicUrl = overHttps) =>
  new Promise<Answer>((resolve, reject) => {
    const socket = connect(ports.get(publicUrl)!, '127.0.0.1', () => socket.write(request));
    let text = '';
    socket.on('data', data => {
      text += data.toString('latin1');
    });
    socket.on('error', reject).on('end', () => {
      const [head = '', body = ''] = text.split(/\r\n\r\n([^]*)/);
      const [first = '', ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(
        lines.map(line => {
          const [name = '', value = ''] = line.split(/: (.*)/);
          return [name.toLowerCase(), value];
        }),
      ) as Record<string, string>;
      resolve({ status: Number(first.split(' ')[1]), headers, body });
    });
  });

const PAGE = 'accept: text/html';
const JSON_BODY = 'content-type: application/json\r\ncontent-length: 2';
const TOO_LONG_BODY = 'content-type: application/json\r\ncontent-length: 300000';
/** Every kind of answer: request line, expected status, further headers and body. */
const kinds = (): readonly [string, number, string?, string?][] => [
  ['GET /', 200, PAGE],
  ['GET /no/such/screen', 200, PAGE],
  ['GET /assets/index-a1.js', 200],
  ['GET /assets/none.js', 404],
  ['GET /favicon.ico', 308],
  ['GET /api/v1/docs/', 200],
  ['GET /api/v1/docs/static/swagger-ui.css', 200],
  ['GET /api/v1/openapi.json', 200],
  ['GET /healthz', 200],
  ['GET /api/v1/users/me/', 401],
  ['GET /api/v1/nothing/', 404],
  ['GET /api/v1/%/', 400],
  ['POST /api/v1/auth/signin/', 400, JSON_BODY, '{}'],
  ['POST /api/v1/auth/signin/', 413, TOO_LONG_BODY],
  ['POST /graphql', 413, TOO_LONG_BODY],
  ['POST /e', 413, TOO_LONG_BODY],
  ['POST /cv', 413, TOO_LONG_BODY],
  ['GET /graphql?query=%7B__typename%7D', 200],
  ['GET /graphql', 400],
  ['PUT /graphql', 405],
  [`GET /r/${shop.links.plain.id}`, 302, 'user-agent: Mozilla/5.0 Chrome/142.0'],
  ['GET /r/999999', 404],
  [`GET /r/${shop.links.nowhere.id}`, 410],
  [`GET /t/${shop.shop.id}.js`, 200],
  ['GET /t/999999.js', 404],
  [`GET /i/${shop.plainAd.id}.gif`, 200],
  ['GET /cv?product=1', 401],
  ['POST /e', 400, JSON_BODY, '{}'],
  [`GET /${'x'.repeat(20_000)}`, 431],
];
const requestOf = (line: string, more = '', body = '') =>
  [`${line} HTTP/1.1`, 'host: x', 'connection: close', ...(more === '' ? [] : [more]), '', body].join('\r\n');

const POLICIES = expect.objectContaining({
  'content-security-policy': expect.stringMatching(
    /^default-src 'none';.* frame-ancestors 'none'$/,
  ) as string,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': expect.stringMatching(/^(?:no-referrer|same-origin|strict-origin.*)$/) as string,
}) as Record<string, string>;

describe('every kind of answer', () => {
  it('has policies for content, type, frame and referrer, and over https for transport', async () => {
    for (const [line, status, more, body] of kinds()) {
      const answer = await send(requestOf(line, more, body));
      const shown = line.slice(0, 50);
      expect([shown, answer.status, answer.headers]).toEqual([shown, status, POLICIES]);
      // A malformed request has no known protocol.
      if (status === 431) continue;
      expect([shown, answer.headers['strict-transport-security']]).toEqual([shown, 'max-age=31536000']);
    }
  });

  it('has these policies when it refuses too many requests', async () => {
    const signIn = () => send(requestOf('POST /api/v1/auth/signin/', JSON_BODY, '{}'));
    let answer = await signIn();
    for (let calls = 0; calls < 60 && answer.status === 400; calls++) answer = await signIn();
    expect([answer.status, answer.headers]).toEqual([429, POLICIES]);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it("of a click passes the origin of the visitor's site to the landing page", async () => {
    const browser = 'user-agent: Mozilla/5.0 Chrome/142.0';
    const answer = await send(requestOf(`GET /r/${shop.links.plain.id}`, browser));
    expect(answer.headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  });

  it('to HEAD has no body', async () => {
    for (const [line, , more] of kinds().filter(([request]) => request.startsWith('GET '))) {
      const shown = line.slice(0, 50);
      const answer = await send(requestOf(line.replace('GET ', 'HEAD '), more));
      expect([shown, answer.status >= 200, answer.body]).toEqual([shown, true, '']);
    }
  });

  it('over http does not require https unless a trusted proxy reports https', async () => {
    const forwarded = 'x-forwarded-proto: https\r\nx-forwarded-for: 198.51.100.7';
    const tag = `GET /t/${shop.shop.id}.js`;
    for (const line of ['GET /healthz', 'GET /api/v1/users/me/', tag, 'GET /nothing', 'GET /%']) {
      expect((await send(requestOf(line), overHttp)).headers['strict-transport-security']).toBeUndefined();
      const proxied = await send(requestOf(line, forwarded), overHttp);
      expect(proxied.headers['strict-transport-security']).toBe('max-age=31536000');
    }
  });
});
