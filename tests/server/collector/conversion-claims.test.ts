import { open } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startClaimRemoval } from '../../../server/collector/claim-removal.ts';
import { createClaimer } from '../../../server/collector/claim-conversion.ts';
import { createClaimRegistry, type ClaimRegistry } from '../../../server/collector/claim-registry.ts';
import { createCounts } from '../../../server/collector/counts.ts';
import { createSteadyClock } from '../../../server/platform/steady-clock.ts';
import { removeExpiredClaims } from '../../../server/store/postgres/tracking/conversion-claims.ts';
import { eraseClaimsBefore, eraseClaimsOf } from '../../../server/store/postgres/tracking/erased-claims.ts';
import { conversionClaim, product } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 1, 28, 14, 59, 59, 999);
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const BOT = 'Googlebot/2.1 (+http://www.google.com/bot.html)';
let it: CollectorApp;
let isDiskFull = false;
beforeAll(async () => {
  const openFile: typeof open = (...args) => {
    if (isDiskFull) return Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    return open(...args);
  };
  it = await createCollectorApp({ now: START }, { journal: { openFile, segmentBytes: 1 } });
});
afterAll(() => it.close());

type Answer = { status: number; id: string; code: string; retryAfter: unknown };
const cv = async (values: Record<string, string | number>): Promise<Answer> => {
  const { id: productId, conversionKey: key } = it.shop.shop;
  const answer = await it.app.inject({
    method: 'POST',
    url: '/cv',
    headers: { 'content-type': 'application/json' },
    payload: { product: productId, key, visitor: '7', ...values },
  });
  const { conversion_id: id, code } = answer.json<{ conversion_id: string; code: string }>();
  return { status: answer.statusCode, id, code, retryAfter: answer.headers['retry-after'] };
};
const tag = async (more: object) => {
  const answer = await it.app.inject({
    method: 'POST',
    url: '/e',
    headers: { 'content-type': 'text/plain', origin: 'https://shop.example', 'user-agent': CHROME },
    payload: JSON.stringify({ p: it.shop.shop.id, t: 'cv', u: 'https://shop.example/', v: '7', ...more }),
  });
  return answer.statusCode;
};
const recorded = async (args: string) => (await it.rows('conversion')).filter(row => row['args'] === args);
const setUnique = async (mode: 0 | 1 | 2) => {
  const { id } = it.shop.shop;
  await it.parts.db.update(product).set({ uniqueResultIdentifiers: mode }).where(eq(product.id, id));
  await it.collector.refresh();
};
const claimsOf = (args: string) =>
  it.parts.db.select().from(conversionClaim).where(eq(conversionClaim.args, args));
const count = (name: string) => it.collector.counts()[name] ?? 0;

test('a server conversion that is sent again is one conversion, answered with the id of the first', async () => {
  const first = await cv({ p_resid: '注文-1', amount: 1200 });
  expect(first).toMatchObject({ status: 200, id: expect.stringMatching(/^\d+$/) });
  const [repeated, others] = [count('repeated_conversion'), count('repeated_conversion_other_values')];
  expect(await cv({ p_resid: '注文-1', amount: 1200 })).toEqual(first);
  expect([count('repeated_conversion'), count('repeated_conversion_other_values')]).toEqual([
    repeated + 1,
    others,
  ]);
  // Calls with other values change nothing and are counted.
  expect(await cv({ p_resid: '注文-1', amount: 9_999_999, visitor: '8' })).toEqual(first);
  expect(count('repeated_conversion_other_values')).toBe(others + 1);
  expect(await recorded('注文-1')).toMatchObject([
    { conversion_id: first.id, amount: '1200', visitor_id: '7' },
  ]);

  const senders = await Promise.all(Array.from({ length: 30 }, () => cv({ p_resid: 'at once' })));
  expect(new Set(senders.map(({ status, id }) => `${status} ${id}`)).size).toBe(1);
  expect(await recorded('at once')).toHaveLength(1);
});

test('a call that does not get the claim leaves nothing in memory', async () => {
  const inMemory = new Set<string>();
  const real = createClaimRegistry(async () => undefined, it.parts.log);
  const registry: ClaimRegistry = {
    ...real,
    begin: () => {
      const claimId = real.begin();
      inMemory.add(claimId);
      return claimId;
    },
    abandon: claimId => {
      real.abandon(claimId);
      inMemory.delete(claimId);
    },
    // As if the earlier claims were those of other processes.
    outcome: () => undefined,
  };
  // The second call finds the conversion of the first, the third none, so it takes the claim over.
  const found: (string | null)[] = ['1', null];
  const claim = createClaimer({
    ...it.parts,
    registry,
    counters: createCounts(it.parts.clock),
    findRecorded: async () => found.shift() ?? null,
  });
  const due = { cvSettingId: 0, cvType: 0, args: 'memory', values: [], bot: 0 } as const;
  const shop = it.collector.tracking().products.get(it.shop.shop.id)!;
  const kinds: string[] = [];
  for (let call = 0; call < 3; call++) kinds.push((await claim(shop, due)).kind);
  expect([kinds, inMemory.size]).toEqual([['claimed', 'repeated', 'claimed'], 2]);
});

test('a conversion without an identifier, of another type or of a bot is not a repeat', async () => {
  for (let times = 0; times < 2; times++) expect((await cv({ p_resid: '', amount: 1 })).status).toBe(200);
  expect(await recorded('')).toHaveLength(2);
  await cv({ p_resid: 'typed', type: 0 });
  await cv({ p_resid: 'typed', type: 1 });
  expect(await recorded('typed')).toHaveLength(2);
  await cv({ p_resid: 'crawled', ua: BOT });
  await cv({ p_resid: 'crawled' });
  expect((await recorded('crawled')).map(row => row['bot'])).toEqual([1, 0]);
});

test('the product setting decides which identifiers must be unique', async () => {
  const send = async (args: string) => {
    const call = { a: { p_resid: args } };
    const page = { t: 'view', u: `https://shop.example/thanks?p_resid=${args}` };
    return [
      await tag(call),
      await tag(call),
      await tag(page),
      await tag(page),
      (await cv({ p_resid: args })).status,
    ];
  };
  const origins = async (args: string) => (await recorded(args)).map(row => row['origin']).toSorted();
  await setUnique(0);
  expect(await send('none')).toEqual([204, 204, 204, 204, 200]);
  await cv({ p_resid: 'none' });
  expect(await origins('none')).toEqual(['call', 'call', 'server', 'server', 'url', 'url']);
  expect(await claimsOf('none')).toEqual([]);
  await setUnique(2);
  const views = (await it.rows('access')).length;
  expect(await send('both')).toEqual([204, 204, 204, 204, 200]);
  // One conversion for each CV setting; a server call and an explicit call have no CV setting. All page views
  // count.
  expect(await origins('both')).toEqual(['call', 'url']);
  expect((await it.rows('access')).length).toBe(views + 2);
  await setUnique(1);
  expect(await send('servers')).toEqual([204, 204, 204, 204, 200]);
  await cv({ p_resid: 'servers' });
  expect(await origins('servers')).toEqual(['call', 'call', 'server', 'url', 'url']);
});

test('an identifier can be used again after the tracking term', async () => {
  const first = await cv({ p_resid: 'yearly' });
  it.parts.clock.set(START + 180 * DAY);
  expect((await cv({ p_resid: 'yearly' })).id).toBe(first.id);
  it.parts.clock.set(START + 180 * DAY + 1);
  const second = await cv({ p_resid: 'yearly' });
  expect(second.id).not.toBe(first.id);
  expect((await cv({ p_resid: 'yearly' })).id).toBe(second.id);
  expect(await recorded('yearly')).toHaveLength(2);

  await removeExpiredClaims(it.parts.db, it.parts.clock.now(), () => true);
  const left = await it.parts.db.select({ args: conversionClaim.args }).from(conversionClaim);
  expect(left).toEqual([{ args: 'yearly' }]);
  it.parts.clock.set(START);
});

test('a claim outlives a clock that is ahead for a moment', async () => {
  const { id } = await cv({ p_resid: 'ahead' });
  let elapsed = 0;
  const removal = startClaimRemoval(
    it.parts,
    createSteadyClock(it.parts.clock, () => elapsed),
  );
  const pollAfter = async (ms: number, clock: number): Promise<void> => {
    elapsed += ms;
    it.parts.clock.set(clock);
    await removal.poll();
  };
  const claimed = async () =>
    (await it.parts.db.select({ args: conversionClaim.args }).from(conversionClaim)).map(({ args }) => args);
  await pollAfter(0, START);
  await pollAfter(3_600_000, START + 400 * DAY);
  expect(await claimed()).toContain('ahead');
  it.parts.clock.set(START);
  expect((await cv({ p_resid: 'ahead' })).id).toBe(id);
  // The time has really come.
  await pollAfter(3_600_000, START + 500 * DAY);
  await pollAfter(3_600_000, START + 500 * DAY + 3_600_000);
  expect(await claimed()).not.toContain('ahead');
  await removal.close();
  it.parts.clock.set(START);
});

test('the claim of an ended process is taken over unless its conversion was recorded', async () => {
  const left = {
    companyId: it.shop.companyId,
    productId: it.shop.shop.id,
    cvSettingId: 0,
    cvType: 1,
    digest: '',
  };
  const nowhere = { ...left, args: 'nowhere', claimId: '12345', claimedAt: new Date(START) };
  await it.parts.db.insert(conversionClaim).values(nowhere);
  const senders = await Promise.all(Array.from({ length: 10 }, () => cv({ p_resid: 'nowhere' })));
  const [{ id }] = senders as [Answer];
  expect(senders.map(answer => answer.id)).toEqual(senders.map(() => id));
  expect(await recorded('nowhere')).toMatchObject([{ conversion_id: id }]);

  // The claim is recorded and the event is loaded, but the claim was never confirmed, as after a kill.
  const { id: stored } = await cv({ p_resid: 'stored' });
  await it.rows('conversion');
  await expect.poll(async () => (await claimsOf('stored'))[0]?.conversionId).toBe(stored);
  await it.parts.db
    .update(conversionClaim)
    .set({ conversionId: null })
    .where(eq(conversionClaim.args, 'stored'));
  expect((await cv({ p_resid: 'stored' })).id).toBe(stored);
  await expect.poll(async () => (await claimsOf('stored'))[0]?.conversionId).toBe(stored);
});

test('a call is repeated, too, where the identifier of the claim was erased', async () => {
  const { id: productId } = it.shop.shop;
  const { id } = await cv({ p_resid: 'erased', amount: 100 });
  const { id: unconfirmed } = await cv({ p_resid: 'erased-unconfirmed' });
  const stored = await it.rows('conversion');
  await expect.poll(async () => (await claimsOf('erased-unconfirmed'))[0]?.conversionId).toBe(unconfirmed);
  await it.parts.db
    .update(conversionClaim)
    .set({ conversionId: null })
    .where(eq(conversionClaim.args, 'erased-unconfirmed'));
  const [repeated, others] = [count('repeated_conversion'), count('repeated_conversion_other_values')];
  const erase = () =>
    eraseClaimsOf(
      it.parts.db,
      productId,
      stored
        .filter(row => row['args'] === 'erased' || row['args'] === 'erased-unconfirmed')
        .map(row => ({
          cvSettingId: 0,
          cvType: 1,
          args: String(row['args']),
          conversionId: String(row['conversion_id']),
          claimId: String(row['claim_id']),
        })),
    );
  await erase();
  const ofErased = async () => [...(await claimsOf('erased')), ...(await claimsOf('erased-unconfirmed'))];
  expect(await ofErased()).toEqual([]);
  // The digest of the amount is gone: nothing says that this call has another.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => cv({ p_resid: 'erased', amount: 200, visitor: '8' })),
  );
  expect(answers.map(answer => answer.id)).toEqual(answers.map(() => id));
  expect((await cv({ p_resid: 'erased-unconfirmed' })).id).toBe(unconfirmed);
  expect(count('repeated_conversion')).toBe(repeated + 6);
  expect(count('repeated_conversion_other_values')).toBe(others);
  await expect.poll(ofErased).toEqual([]);
  expect(await it.rows('conversion')).toHaveLength(stored.length);

  // The erased claim expires like another, and a later claim on the same identifier can be erased in its turn.
  it.parts.clock.set(START + 180 * DAY + 1);
  const second = await cv({ p_resid: 'erased' });
  expect(second.id).not.toBe(id);
  await expect.poll(async () => (await claimsOf('erased'))[0]?.conversionId).toBe(second.id);
  await eraseClaimsBefore(it.parts.db, productId, new Date(it.parts.clock.now() + 1), () => true);
  expect(await claimsOf('erased')).toEqual([]);
  expect((await cv({ p_resid: 'erased' })).id).toBe(second.id);
  it.parts.clock.set(START);
});

test('a conversion that could not be recorded releases its identifier', async () => {
  isDiskFull = true;
  expect(await cv({ p_resid: 'full' })).toMatchObject({ status: 503, code: 'unavailable', retryAfter: '1' });
  // Calls that waited for the failed claim of another call claim the conversion themselves, and fail at the
  // disk, too.
  const senders = await Promise.all(Array.from({ length: 3 }, () => cv({ p_resid: 'full' })));
  expect(senders.map(({ code }) => code)).toEqual(['unavailable', 'unavailable', 'unavailable']);
  isDiskFull = false;
  await expect.poll(async () => (await cv({ p_resid: 'full' })).status).toBe(200);
  expect((await cv({ p_resid: 'full' })).status).toBe(200);
  expect(await recorded('full')).toHaveLength(1);
});

test('while PostgreSQL is unavailable, a conversion with an identifier is answered 503 and not recorded', async () => {
  const before = [(await it.rows('conversion')).length, (await it.rows('access')).length];
  await setUnique(2);
  await it.parts.db.execute(sql`alter table conversion_claim rename to gone`);
  expect(await cv({ p_resid: 'away' })).toMatchObject({
    status: 503,
    code: 'claims_unavailable',
    retryAfter: '1',
  });
  expect(await tag({ t: 'view', u: 'https://shop.example/thanks?p_resid=away' })).toBe(503);
  expect([(await it.rows('conversion')).length, (await it.rows('access')).length]).toEqual(before);
  expect((await cv({ amount: 5 })).status).toBe(200);
  expect(await tag({ t: 'view', u: 'https://shop.example/thanks' })).toBe(204);
  await it.parts.db.execute(sql`alter table gone rename to conversion_claim`);
  await setUnique(1);
  expect((await cv({ p_resid: 'away' })).status).toBe(200);
});

test('event ids grow in the order of the journal however long a claim takes', async () => {
  let slow!: Promise<Answer>;
  await it.parts.db.transaction(async tx => {
    await tx.execute(sql`lock table conversion_claim in access exclusive mode`);
    slow = cv({ p_resid: 'slow' });
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(await tag({ a: { p_resid: 'meanwhile' } })).toBe(204);
  });
  const [{ conversion_id: meanwhile }] = (await recorded('meanwhile')) as [{ conversion_id: string }];
  expect(BigInt((await slow).id)).toBeGreaterThan(BigInt(meanwhile));
});
