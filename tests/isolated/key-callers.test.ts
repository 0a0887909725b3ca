import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyCallers } from '../../server/api-keys/key-callers.ts';
import { newApiKeySecret } from '../../server/http/api-key.ts';
import { API_KEY_SCOPES } from '../../server/http/visibility.ts';
import type { Database } from '../../server/store/postgres/engine/database.ts';
import type { FoundKey } from '../../server/store/postgres/accounts/api-keys.ts';

/** The table of keys, which counts what is done with it. Each key is found by any secret. */
const store = vi.hoisted(() => ({
  find: async (_hash: Buffer): Promise<object | null> => null,
  loads: 0,
  noted: [] as string[],
  recorded: [] as string[],
  failure: null as Error | null,
}));
vi.mock('../../server/store/postgres/accounts/api-keys.ts', () => ({
  findKeyBySecret: (_: unknown, hash: Buffer) => {
    store.loads += 1;
    return store.find(hash);
  },
  noteKeyUse: async (
    _: unknown,
    key: FoundKey,
    { address, at, notedBefore }: Readonly<{ address: string; at: Date; notedBefore: Date }>,
  ) => {
    store.noted.push(`${key.id} ${address} ${at.getTime()} ${at.getTime() - notedBefore.getTime()}`);
  },
  recordKeyUse: async (_: unknown, key: FoundKey, { address }: { address: string }) => {
    if (store.failure !== null) throw store.failure;
    store.recorded.push(`${key.id} ${address}`);
  },
}));
vi.mock('../../server/store/postgres/accounts/accounts.ts', () => ({ companyProducts: async () => [1, 2] }));

const NOON = Date.UTC(2026, 10, 30, 3);
const DAY_MS = 86_400_000;
const levels = Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'read']));
const keyOf = (hash: Buffer, over: Partial<FoundKey> = {}) =>
  ({
    id: 7,
    companyId: 1,
    scopes: levels,
    products: null,
    expiresAt: null,
    hash,
    secretExpiresAt: null,
    userId: 3,
    roleCode: 'admin',
    permissions: levels,
    loginAllowedIps: [],
    ...over,
  }) as unknown as FoundKey;

const clock = { at: NOON, now: () => clock.at };
const SECRET = newApiKeySecret();
const CLIENT = { address: '192.0.2.1', userAgent: 'curl' };
let callers: ReturnType<typeof createKeyCallers>;
const find = (secret = SECRET, address = CLIENT.address) => callers.find(secret, { ...CLIENT, address });
const manySecrets = (count: number) => Array.from({ length: count }, newApiKeySecret);

beforeEach(() => {
  clock.at = NOON;
  Object.assign(store, { loads: 0, noted: [], recorded: [], failure: null });
  store.find = async hash => keyOf(hash);
  callers = createKeyCallers({ db: {} as Database, clock });
});

describe('the caller of a key', () => {
  it('is loaded once in five seconds, and again when the clock was set back', async () => {
    await Promise.all([find(), find()]);
    clock.at += 4_999;
    await find();
    expect(store.loads).toBe(1);
    clock.at += 1;
    await find();
    expect(store.loads).toBe(2);
    clock.at -= 1;
    await find();
    expect(store.loads).toBe(3);
  });

  it('is loaded anew after a change of the keys of its company, also one during the load', async () => {
    await find();
    callers.forget(2);
    await find();
    expect(store.loads).toBe(1);
    callers.forget(1);
    let answer = (): void => undefined;
    store.find = hash => new Promise(resolve => (answer = () => resolve(keyOf(hash))));
    const loading = find();
    await Promise.resolve();
    callers.forget(1);
    store.find = async () => null;
    answer();
    await loading;
    expect(await find(), 'the key was revoked meanwhile').toBeNull();
  });

  it('is loaded by the next request after a failed load, which keeps no newer one from being used', async () => {
    let fail = (_: Error): void => undefined;
    store.find = () => new Promise((_, reject) => (fail = reject));
    const former = find();
    await Promise.resolve();
    callers.forget(1);
    store.find = async hash => keyOf(hash);
    expect(await find()).not.toBeNull();
    fail(new Error('connection lost'));
    await expect(former).rejects.toThrow('connection lost');
    await find();
    expect(store.loads).toBe(2);
    callers.forget(1);
    store.find = () => Promise.reject(new Error('connection lost'));
    await expect(find()).rejects.toThrow('connection lost');
    store.find = async hash => keyOf(hash);
    expect(await find()).not.toBeNull();
  });

  it('is looked up by each request while there is none', async () => {
    store.find = async () => null;
    expect(await find()).toBeNull();
    store.find = async hash => keyOf(hash);
    expect(await find()).not.toBeNull();
  });

  it('is not looked up by a text that is no secret', async () => {
    expect(await find(SECRET.slice(1))).toBeNull();
    expect(store.loads).toBe(0);
  });

  it('is forgotten when 10,000 others are known, the oldest first', async () => {
    const secrets = manySecrets(10_000);
    const findAll = async (some: readonly string[]) => {
      for (const secret of some) await find(secret);
    };
    await findAll(secrets);
    await findAll(secrets);
    expect(store.loads).toBe(10_000);
    await find();
    await findAll(secrets.slice(1));
    expect(store.loads).toBe(10_001);
    await findAll(secrets.slice(0, 1));
    expect(store.loads).toBe(10_002);
  });

  it('has the products of the key that the company still has', async () => {
    expect((await find())?.products).toEqual([1, 2]);
    callers.forget(1);
    store.find = async hash => keyOf(hash, { products: [2, 3] });
    expect(await find()).toMatchObject({ products: [2], key: { isLimitedToProducts: true } });
  });
});

describe('the use of a key', () => {
  it('is noted once a minute, and again when the clock was set back', async () => {
    await find();
    clock.at += 59_999;
    await find();
    clock.at += 1;
    await find();
    clock.at -= 1;
    await find();
    expect(store.noted).toEqual([0, 60_000, 59_999].map(ms => `7 192.0.2.1 ${NOON + ms} 60000`));
  });

  it('is recorded once a day for each address, until that is stored', async () => {
    store.failure = new Error('connection lost');
    await expect(find()).rejects.toThrow('connection lost');
    store.failure = null;
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) await find(SECRET, address);
    expect(store.recorded).toEqual(['7 192.0.2.1', '7 192.0.2.2']);
    clock.at += DAY_MS;
    await find();
    await find();
    expect(store.recorded).toEqual(['7 192.0.2.1', '7 192.0.2.2', '7 192.0.2.1']);
  });

  it('is remembered for 10,000 keys and addresses', async () => {
    const findFrom = async (first: number, last: number) => {
      for (let n = first; n <= last; n += 1) await find(SECRET, `2001:db8::${n.toString(16)}`);
    };
    await findFrom(1, 9_999);
    await findFrom(1, 1);
    await findFrom(10_000, 10_000);
    expect(store.recorded).toHaveLength(10_000);
    await findFrom(1, 1);
    expect(store.recorded).toHaveLength(10_001);
  });
});
