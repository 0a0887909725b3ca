import { setImmediate } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nameRequests } from '../../../server/health/request-scope.ts';
import { currentRequestId } from '../../../server/platform/tracing.ts';

let app: FastifyInstance;
/** The id that each request finds when it is released, by its own id. */
let found: Map<string, string | undefined>;
let releases: (() => void)[];
beforeEach(() => {
  found = new Map();
  releases = [];
  app = fastify({ genReqId: ({ headers }) => String(headers['x-request-id']) });
  nameRequests(app);
  app.get('/', async ({ id }) => {
    await new Promise<void>(resolve => releases.push(resolve));
    found.set(id, currentRequestId());
    void (async () => {
      await setImmediate();
      await setImmediate();
      found.set(`after ${id}`, currentRequestId());
    })();
    return {};
  });
});
afterEach(() => app.close());

const waiting = async (count: number) => {
  await expect.poll(() => releases.length).toBe(count);
};
const get = (id: string) => app.inject({ url: '/', headers: { 'x-request-id': id } });

it('the id of each request is known until the last of them is answered, and of later ones again', async () => {
  const first = get('first');
  const second = get('second');
  await waiting(2);
  releases[0]?.();
  await first;
  await expect.poll(() => found.get('after first')).toBe('first');
  releases[1]?.();
  await second;
  await expect.poll(() => found.has('after second')).toBe(true);
  expect(found.get('second')).toBe('second');
  expect(found.get('after second'), 'no context is followed any more').toBeUndefined();
  const third = get('third');
  await waiting(3);
  releases[2]?.();
  await third;
  expect(found.get('third')).toBe('third');
});

it('a request whose connection ends is open no longer', async () => {
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const abort = new AbortController();
  const answer = fetch(url, { headers: { 'x-request-id': 'ended' }, signal: abort.signal }).catch(
    () => undefined,
  );
  await waiting(1);
  abort.abort();
  await answer;
  const other = get('other');
  await waiting(2);
  releases[1]?.();
  await other;
  await expect.poll(() => found.has('after other')).toBe(true);
  await expect
    .poll(async () => {
      const before = releases.length;
      const next = get('next');
      await waiting(before + 1);
      releases.at(-1)?.();
      await next;
      await setImmediate();
      await setImmediate();
      await setImmediate();
      return found.get('after next');
    })
    .toBeUndefined();
  releases[0]?.();
});
