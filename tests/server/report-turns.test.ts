import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPaths } from '../../server/attribution/paths.ts';
import { Failure } from '../../server/http/failures.ts';
import { countAt } from '../../server/reports/source.ts';
import { makeCollectorShop, type CollectorShop } from '../support/collector-shop.ts';
import { writeEvents } from '../support/measured.ts';
import { createTestParts, type TestParts } from '../support/test-parts.ts';

/** Reports of the events, which take all processors, count two at a time; who waits for his turn may leave, and what is derived answers meanwhile. */
let parts: TestParts;
let shop: CollectorShop;
beforeAll(async () => {
  parts = await createTestParts();
  shop = await makeCollectorShop(parts);
  await writeEvents(parts, { contacts: [{ id: parts.ids.next(), product: shop.shop.id, visitor: 1, ts: parts.clock.now(), ad: shop.plainAd.id, ip: '203.0.113.9', bot: false, repeated: false, cost: 0 }] });
  const paths = createPaths(parts);
  await paths.refresh();
  await paths.close();
});
afterAll(() => parts.close());

it('reads the events for two reports at once; the next begins when one of them is done, and whoever left is passed over', async () => {
  const rules = { ...shop.shop, adCostLinkage: false };
  const period = { from: parts.clock.now() - 86_400_000, until: parts.clock.now() };
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const left = new AbortController();
  const asked = (name: string, signal?: AbortSignal) => countAt(parts, rules, period, signal, async ({ source }) => {
    begun.push(`${name} of ${source}`);
    await new Promise<void>(end => ends.set(name, end));
    return name;
  }, 'events');
  const [a, b] = [asked('a'), asked('b')];
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  // What is derived does not wait for them.
  expect(await countAt(parts, rules, period, undefined, ({ source }) => Promise.resolve(source))).toMatchObject({ answer: 'derived', source: 'derived' });
  const [c, d] = [asked('c', left.signal).catch((error: unknown) => error), asked('d')];
  left.abort();
  expect(begun.toSorted()).toEqual(['a of events', 'b of events']);
  ends.get('a')?.();
  await vi.waitFor(() => expect(begun).toContain('d of events'));
  ends.get('b')?.();
  ends.get('d')?.();
  expect(await Promise.all([a, b, d])).toMatchObject(['a', 'b', 'd'].map(answer => ({ answer, source: 'events' })));
  const refused = await c;
  expect([begun.length, refused instanceof Failure && refused.code]).toEqual([3, 'timed_out']);
});
