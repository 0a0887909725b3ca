import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { HOUR, MINUTE } from '../../../server/platform/time.ts';
import { countCalls } from '../../../server/store/postgres/operations/usage.ts';
import { usageCount } from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
/** Two processes on the same stores. */
let apps: readonly [FastifyInstance, FastifyInstance];
beforeAll(async () => {
  parts = await createTestParts();
  apps = [await createApp({ parts, collector: null }), await createApp({ parts, collector: null })];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await parts.close();
});

/** Shifts the windows by so much, as if time had passed. */
const shift = (ms: number) =>
  parts.db.update(usageCount).set({ windowStart: sql`window_start - make_interval(secs => ${ms / 1000})` });

describe('calls of a route', () => {
  it('are limited for all processes together, by network and route', async () => {
    // Without an account: what counts guesses by account does not apply.
    const call = (at: number, remoteAddress: string, name = 'signin') =>
      apps[at % 2]!.inject({ method: 'POST', url: `/api/v1/auth/${name}/`, remoteAddress, payload: {} });
    for (let at = 0; at < 60; at += 1) expect((await call(at, '198.51.100.7')).statusCode).toBe(400);
    for (const at of [0, 1]) {
      const refused = await call(at, '198.51.100.7');
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await call(0, '203.0.113.7')).statusCode).toBe(400);
    expect((await call(0, '198.51.100.7', 'refresh')).statusCode).toBe(401);
    // Addresses are not stored.
    const stored = JSON.stringify(await parts.db.select().from(usageCount));
    expect(stored).toContain('call POST /api/v1/auth/signin/');
    expect(stored).not.toContain('198.51.100');
    await shift(MINUTE);
    expect((await call(1, '198.51.100.7')).statusCode).toBe(400);
  });
});

describe('a window of calls', () => {
  it('begins with the first call, ends after its time, and starts anew where the clock was ahead', async () => {
    const count = countCalls(parts.db);
    const calls = async () => (await count('test', 'one', MINUTE)).calls;
    expect(await Promise.all(Array.from({ length: 5 }, calls))).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5]),
    );
    const { calls: sixth, leftMs } = await count('test', 'one', MINUTE);
    expect(sixth).toBe(6);
    expect(leftMs).toBeGreaterThan(50_000);
    expect(leftMs).toBeLessThanOrEqual(MINUTE);
    expect((await count('other', 'one', MINUTE)).calls).toBe(1);
    expect((await count('test', 'two', MINUTE)).calls).toBe(1);
    await shift(59_000 - (MINUTE - leftMs));
    expect(await calls()).toBe(7);
    await shift(MINUTE);
    expect(await calls()).toBe(1);
    await shift(-2 * MINUTE);
    expect(await calls()).toBe(1);
  });

  it('is deleted an hour after its begin, and other counts stay', async () => {
    await parts.db
      .insert(usageCount)
      .values({ subject: 'user:1', kind: 'downloads', windowStart: new Date(0), used: 1 });
    await countCalls(parts.db)('test', 'old', MINUTE);
    await shift(HOUR + MINUTE);
    await countCalls(parts.db)('test', 'new', MINUTE);
    const left = await parts.db.select({ kind: usageCount.kind, used: usageCount.used }).from(usageCount);
    expect(left.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'call test', used: 1 },
      { kind: 'downloads', used: 1 },
    ]);
  });
});
