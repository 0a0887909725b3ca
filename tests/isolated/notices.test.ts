import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNotices, type Notices } from '../../server/collector/notices.ts';
import type { Database } from '../../server/store/postgres/engine/database.ts';
import type { CollectorNotice, NoticeKind } from '../../server/store/postgres/tracking/collector-notices.ts';
import { StoreUnavailable } from '../../server/store/unavailable.ts';

/** What was stored, and the failure of the store. */
const store = vi.hoisted(() => ({ saved: [] as CollectorNotice[], failure: null as Error | null }));
vi.mock('../../server/store/postgres/tracking/collector-notices.ts', async importOriginal => ({
  ...(await importOriginal<object>()),
  saveCollectorNotice: async (_: unknown, notice: CollectorNotice) => {
    if (store.failure !== null) throw store.failure;
    store.saved.push(notice);
  },
}));

const NOON = Date.UTC(2026, 10, 30, 3);
const MINUTE_MS = 60_000;
const clock = { at: NOON, now: () => clock.at };
const error = vi.fn<(fields: object, text: string) => void>();
let notices: Notices;
const note = (product: number, subject: string, kind: NoticeKind = 'refused_host') =>
  notices.add({ id: product, companyId: product + 100 }, kind, subject);
/** What was stored since the last call. */
const stored = async () => {
  await notices.store();
  return store.saved.splice(0).map(({ productId, kind, subject }) => `${productId} ${kind} ${subject}`);
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  clock.at = NOON;
  Object.assign(store, { saved: [], failure: null });
  error.mockClear();
  notices = createNotices({ db: {} as Database, clock, log: { error } as never });
});
afterEach(async () => {
  await notices.close();
  vi.useRealTimers();
});

describe('what the collector refuses', () => {
  it('is stored with its product, company and time', async () => {
    note(1, `a.example\u0000${'x'.repeat(300)}`);
    await notices.store();
    expect(store.saved).toMatchObject([
      { companyId: 101, productId: 1, kind: 'refused_host', seenAt: new Date(NOON) },
    ]);
    expect(store.saved[0]!.subject).toMatch(/^a\.example.x+$/);
    expect(store.saved[0]!.subject).toHaveLength(253);
  });

  it('is stored once a minute, and again when the clock was set back', async () => {
    note(1, 'a.example');
    clock.at += MINUTE_MS - 1;
    note(1, 'a.example');
    note(2, 'a.example');
    note(1, 'a.example', 'unknown_parameter');
    expect(await stored()).toEqual([
      '1 refused_host a.example',
      '2 refused_host a.example',
      '1 unknown_parameter a.example',
    ]);
    clock.at += 1;
    note(1, 'a.example');
    expect(await stored()).toEqual(['1 refused_host a.example']);
    clock.at -= MINUTE_MS;
    note(1, 'a.example');
    expect(await stored()).toEqual(['1 refused_host a.example']);
  });

  it('is stored up to 20 subjects of a product and kind, and 10,000 of all, in a minute', async () => {
    const noteMany = (products: number) => {
      for (let product = 1; product <= products; product += 1)
        for (let n = 0; n < 21; n += 1) note(product, `${n}.example`);
    };
    noteMany(1);
    expect(await stored()).toHaveLength(20);
    noteMany(501);
    expect(await stored()).toHaveLength(9_980);
    clock.at += MINUTE_MS;
    noteMany(501);
    expect(await stored()).toHaveLength(10_000);
  });

  it('waits in a bounded queue while the store is unavailable', async () => {
    store.failure = new StoreUnavailable('PostgreSQL is away');
    for (let minute = 0; minute < 3; minute += 1) {
      for (let product = 1; product <= 500; product += 1)
        for (let n = 0; n < 20; n += 1) note(product, `${n}.example`);
      await notices.store();
      clock.at += MINUTE_MS;
    }
    expect(error).not.toHaveBeenCalled();
    store.failure = null;
    const { length } = await stored();
    expect(length).toBeGreaterThan(9_990);
    expect(length).toBeLessThanOrEqual(10_000);
  });

  it('that the store refuses for another reason is logged, and delays no other', async () => {
    store.failure = new Error('invalid text');
    note(1, 'a.example');
    note(1, 'b.example');
    await notices.store();
    expect(error.mock.calls).toEqual([
      [{ err: store.failure }, 'A notice about refused senders could not be stored.'],
    ]);
    store.failure = null;
    expect(await stored()).toEqual(['1 refused_host b.example']);
  });
});
