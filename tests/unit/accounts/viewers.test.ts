import { describe, expect, it } from 'vitest';
import { createViewers } from '../../../server/accounts/viewers.ts';
import type { Claims } from '../../../server/http/auth.ts';
import type { Database } from '../../../server/store/postgres/engine/database.ts';

/** Viewers of a store that counts its loads and knows no user. */
const setUp = (load: () => Promise<readonly object[]> = async () => []) => {
  const state = { now: 1_000_000, loads: 0 };
  const query = {
    from: () => query,
    innerJoin: () => query,
    where: () => {
      state.loads += 1;
      return load();
    },
  };
  const viewers = createViewers({ select: () => query } as unknown as Database, { now: () => state.now });
  const find = (claims: Partial<Claims> = {}) =>
    viewers.find({ sub: '1', company: 1, family: 'f', iat: 0, exp: 1, ...claims });
  return { state, viewers, find };
};

describe('a viewer', () => {
  it('is loaded once in five seconds for all requests of a session, and again when the clock was set back', async () => {
    const { state, find } = setUp();
    const both = [find(), find()];
    expect(both[0]).toBe(both[1]);
    await Promise.all(both);
    state.now += 4_999;
    await find();
    expect(state.loads).toBe(1);
    state.now += 1;
    await find();
    expect(state.loads).toBe(2);
    state.now -= 1;
    await find();
    expect(state.loads).toBe(3);
  });

  it('is that of one user, company and session', async () => {
    const { state, find } = setUp();
    for (const claims of [{}, { sub: '2' }, { company: 2 }, { family: 'g' }, {}]) await find(claims);
    expect(state.loads).toBe(4);
  });

  it('is forgotten with its company', async () => {
    const { state, viewers, find } = setUp();
    const findAll = () => Promise.all([{}, { sub: '2' }, { company: 2 }].map(find));
    await findAll();
    viewers.forget(1);
    await findAll();
    expect(state.loads).toBe(5);
  });

  it('is forgotten for a newer one when 10,000 are known, the oldest first', async () => {
    const { state, find } = setUp();
    const findEach = (begin: number, end: number) =>
      Promise.all(Array.from({ length: end - begin }, (_, n) => find({ sub: String(begin + n) })));
    await findEach(0, 10_000);
    await findEach(0, 10_000);
    expect(state.loads).toBe(10_000);
    await findEach(10_000, 10_001);
    await findEach(1, 10_001);
    expect(state.loads).toBe(10_001);
    await find({ sub: '0' });
    expect(state.loads).toBe(10_002);
  });

  it('is loaded again by the next request after a failed load', async () => {
    const { state, find } = setUp(() => Promise.reject(new Error('connection lost')));
    await expect(find()).rejects.toThrow('connection lost');
    await expect(find()).rejects.toThrow('connection lost');
    expect(state.loads).toBe(2);
  });

  it('stays when an older load fails that it replaced', async () => {
    const waiting: (() => void)[] = [];
    const { state, viewers, find } = setUp(() =>
      state.loads === 1
        ? new Promise((_, reject) => void waiting.push(() => reject(new Error('connection lost'))))
        : Promise.resolve([]),
    );
    const former = find();
    viewers.forget(1);
    await find();
    waiting[0]!();
    await expect(former).rejects.toThrow('connection lost');
    await find();
    expect(state.loads).toBe(2);
  });
});
