import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskMessage, maskPath, MESSAGE_LENGTH } from '../../../server/error-reports/mask.ts';
import { createErrorSender, type ReportedError } from '../../../server/error-reports/sentry.ts';
import { readDsn } from '../../../server/platform/dsn.ts';

describe('the message of an error report', () => {
  it.each([
    [
      "Cannot read properties of undefined (reading 'rows')",
      "Cannot read properties of undefined (reading 'rows')",
    ],
    [
      'Unexpected token \'秘\', "{"name":"山田" is not valid JSON',
      'Unexpected token …, …name…:…山…" is not valid JSON',
    ],
    ['no user taro.yamada+1@shop.example at 203.0.113.9 or 2001:db8::7', 'no user … at … or …'],
    ['Failed to fetch https://user:pass@shop.example/landing?xclid=abc#x', 'Failed to fetch /landing'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl was refused', 'token … was refused'],
    ['visitor 912405979570679319 has 3 contacts', 'visitor … has 3 contacts'],
    ["value '山田 太郎' of `O'Brien`", 'value … of …'],
  ])('%s', (message, masked) => {
    const found = maskMessage(message);
    for (const secret of ['山', '田', 'taro', '203.', 'db8', 'pass', 'abc', 'eyJ', 'c2ln', '9124'])
      expect(found).not.toContain(secret);
    if (!masked.includes('山')) expect(found).toBe(masked);
  });
  it('is truncated', () => expect(maskMessage('ab '.repeat(1000)).length).toBe(MESSAGE_LENGTH));
});

it('error reports name a page without the ids of its rows', () =>
  expect(
    ['/ad/setting/12?x=1', '/config/user/7/password', '/analyze/custom/item-1', '/山田/@', '/'].map(maskPath),
  ).toEqual(['/ad/setting/{id}', '/config/user/{id}/password', '/analyze/custom/item-1', '/{id}/{id}', '/']));

describe('a receiver of the Sentry protocol', () => {
  const received: {
    readonly url: string | undefined;
    readonly auth: unknown;
    readonly lines: readonly Record<string, unknown>[];
  }[] = [];
  let refuse = false;
  const server = createServer((request, response) => {
    let body = '';
    request
      .on('data', part => {
        body += String(part);
      })
      .on('end', () => {
        received.push({
          url: request.url,
          auth: request.headers['x-sentry-auth'],
          lines: body.split('\n').map(line => JSON.parse(line) as Record<string, unknown>),
        });
        response.writeHead(refuse ? 429 : 200, refuse ? { 'retry-after': '60' } : {}).end('{}');
      });
  });
  beforeAll(
    () =>
      new Promise<void>(done => {
        server.listen(0, '127.0.0.1', done);
      }),
  );
  afterAll(() => {
    server.close();
  });
  const error: ReportedError = {
    origin: 'server',
    place: 'GET /api/v1/ads/',
    code: 'unexpected',
    message: 'TypeError: x',
    httpStatus: 500,
    requestId: 'r-1',
    occurredAt: new Date('2026-02-28T15:00:00Z'),
  };

  it('gets each error as an event in an envelope, and none while it requests a pause', async () => {
    const warned: string[] = [];
    const log = pino(
      { level: 'warn' },
      {
        write: line => {
          warned.push(line);
        },
      },
    );
    const sender = createErrorSender(
      `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/sub/42`,
      log,
    );
    sender.send(error);
    await expect.poll(() => received.length).toBe(1);
    const [
      {
        url,
        auth,
        lines: [header, item, event],
      },
    ] = received as [(typeof received)[number]];
    expect([url, auth]).toEqual([
      '/sub/api/42/envelope/',
      'Sentry sentry_version=7, sentry_client=touchpath/1, sentry_key=key',
    ]);
    expect([header?.['event_id'], item?.['type']]).toEqual([event?.['event_id'], 'event']);
    expect(event).toMatchObject({
      platform: 'node',
      level: 'error',
      transaction: 'GET /api/v1/ads/',
      timestamp: Date.UTC(2026, 1, 28, 15) / 1000,
      exception: { values: [{ type: 'unexpected', value: 'TypeError: x' }] },
      tags: { origin: 'server', code: 'unexpected', http_status: '500', request_id: 'r-1' },
    });
    refuse = true;
    sender.send(error);
    await expect.poll(() => warned.join()).toContain('rejected a report');
    for (let n = 0; n < 150; n += 1) sender.send(error);
    await expect.poll(() => warned.join()).toMatch(/"dropped":\d+/);
    expect(received).toHaveLength(2);
    await sender.close();
  });
  it('is configured by a DSN', () =>
    expect(
      [
        'https://key@host.example/1',
        'https://host.example/1',
        'https://key@host.example/x',
        'host',
        'https://key:old@host.example/a/b/7',
      ].map(dsn => readDsn(dsn)?.url ?? null),
    ).toEqual([
      'https://host.example/api/1/envelope/',
      null,
      null,
      null,
      'https://host.example/a/b/api/7/envelope/',
    ]));
});
