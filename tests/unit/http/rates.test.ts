import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import {
  aMinute,
  KEY_REQUESTS_PER_MINUTE,
  limitCallers,
  limitRates,
  type CountCall,
} from '../../../server/http/rates.ts';
import type { Viewer } from '../../../server/http/visibility.ts';

const MINUTE = 60_000;

/** Counts for ever, with 1.2 s left; `before` are the calls of earlier requests by subject. */
const createCount = (before: Readonly<Record<string, number>> = {}) => {
  const counted = new Map<string, number>();
  const windows = new Set<number>();
  const count: CountCall = async (kind, subject, windowMs) => {
    windows.add(windowMs);
    const name = `${kind} ${subject}`;
    const calls = (counted.get(name) ?? before[subject] ?? 0) + 1;
    counted.set(name, calls);
    return { calls, leftMs: 1_200 };
  };
  return { count, counted, windows };
};

let app: FastifyInstance;
afterEach(() => app.close());
const start = () => {
  app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Failure
      ? reply.code(error.status).send([error.code, error.values])
      : reply.code(500).send([(error as Error).message]),
  );
};
const TOO_MANY = [429, ['too_many_requests', { seconds: 2 }]];

describe('the requests of callers', () => {
  const viewer = (userId: number, more: Partial<Viewer> = {}) =>
    ({ userId, companyId: 3, ...more }) as unknown as Viewer;

  const serve = async (count: CountCall) => {
    start();
    let caller = viewer(0);
    app.decorateRequest('viewer', { getter: () => caller });
    const countRequest = await limitCallers(app, count, 3);
    app.addHook('onRequest', countRequest);
    app.get('/', () => []);
    return async (who: Viewer) => {
      caller = who;
      const { statusCode, headers, json } = await app.inject('/');
      const limits = Object.entries(headers).filter(([name]) => name.includes('ratelimit'));
      return { answer: [statusCode, json<unknown>()], limits: Object.fromEntries(limits) as object };
    };
  };

  it('are limited by user in each minute, which the headers state', async () => {
    const { count, windows } = createCount();
    const ask = await serve(count);
    for (const remaining of [2, 1, 0])
      expect(await ask(viewer(7))).toEqual({
        answer: [200, []],
        limits: {
          'ratelimit-limit': '3',
          'ratelimit-remaining': String(remaining),
          'ratelimit-reset': '2',
        },
      });
    const refused = await ask(viewer(7));
    expect(refused.answer).toEqual(TOO_MANY);
    expect(refused.limits).toMatchObject({ 'ratelimit-remaining': '0' });
    expect((await ask(viewer(8))).answer).toEqual([200, []]);
    expect([...windows]).toEqual([MINUTE]);
  });

  it('are limited by company, to those of five users', async () => {
    const ask = await serve(createCount({ 'company:3': 14 }).count);
    expect((await ask(viewer(7))).answer).toEqual([200, []]);
    expect((await ask(viewer(8))).answer).toEqual(TOO_MANY);
    expect((await ask(viewer(9, { companyId: 4 }))).answer).toEqual([200, []]);
  });

  it('are limited by API key, and do not count for its user and company', async () => {
    const { count, counted } = createCount({ 'key:5': KEY_REQUESTS_PER_MINUTE - 1 });
    const ask = await serve(count);
    const byKey = (id: number) => viewer(7, { key: { id } as unknown as NonNullable<Viewer['key']> });
    expect(KEY_REQUESTS_PER_MINUTE).toBe(600);
    expect(await ask(byKey(5))).toEqual({
      answer: [200, []],
      limits: { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '2' },
    });
    expect((await ask(byKey(5))).answer).toEqual(TOO_MANY);
    expect((await ask(byKey(6))).answer).toEqual([200, []]);
    expect([...counted.keys()].map(name => name.split(' ').at(-1))).toEqual(['key:5', 'key:6']);
  });

  it('fail while they cannot be counted', async () => {
    const ask = await serve(() => Promise.reject(new Error('the store is away')));
    expect((await ask(viewer(7))).answer).toEqual([500, ['the store is away']]);
  });
});

it('the calls of a limited route are counted by route and caller, and those of others are not', async () => {
  start();
  const { count, counted } = createCount();
  await limitRates(app, count, ({ headers }) => String(headers['x-who']));
  app.get('/a', { config: { rateLimit: aMinute(1) } }, () => []);
  app.post('/b', { config: { rateLimit: aMinute(1) } }, () => []);
  app.get('/free', () => []);
  const ask = async (method: 'GET' | 'POST', url: string, who: string) => {
    const { statusCode, json } = await app.inject({ method, url, headers: { 'x-who': who } });
    return [statusCode, json<unknown>()];
  };
  expect(await ask('GET', '/a', 'é')).toEqual([200, []]);
  expect(await ask('GET', '/a', 'é')).toEqual(TOO_MANY);
  expect(await ask('GET', '/a', 'e')).toEqual([200, []]);
  expect(await ask('POST', '/b', 'é')).toEqual([200, []]);
  for (let call = 0; call < 3; call++) expect(await ask('GET', '/free', 'é')).toEqual([200, []]);
  expect([...counted]).toEqual([
    ['GET /a é', 2],
    ['GET /a e', 1],
    ['POST /b é', 1],
  ]);
});
