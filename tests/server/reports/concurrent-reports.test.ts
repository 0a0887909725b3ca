import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { Failure } from '../../../server/http/failures.ts';
import { countAtSnapshot } from '../../../server/reports/plan/snapshot.ts';
import { reportProgress, runQuery } from '../../../server/store/clickhouse/engine/whole-report-queries.ts';
import { makeCollectorShop, type CollectorShop } from '../../support/collector-shop.ts';
import { writeEvents } from '../../support/measured.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * Concurrent reports share one query for the state of the data. Queries over events, which use all
 * processors, run two at a time with fair shares for companies; waiting ones can be aborted. Reports from
 * derived rows do not wait.
 */
let parts: TestParts;
let shop: CollectorShop;
beforeAll(async () => {
  parts = await createTestParts();
  shop = await makeCollectorShop(parts);
  await writeEvents(parts, {
    contacts: [
      {
        id: parts.ids.next(),
        product: shop.shop.id,
        visitor: 1,
        ts: parts.clock.now(),
        ad: shop.plainAd.id,
        ip: '203.0.113.9',
        bot: false,
        repeated: false,
        cost: 0,
      },
    ],
  });
  const deriver = createDeriver(parts);
  await deriver.refresh();
  await deriver.close();
});
afterAll(() => parts.close());

it('two queries over events run at once, the next starts when one ends, and an aborted one never starts', async () => {
  const rules = { ...shop.shop, adCostLinkage: false };
  const period = { from: parts.clock.now() - 86_400_000, until: parts.clock.now() };
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const left = new AbortController();
  const question = (name: string, signal?: AbortSignal) =>
    runQuery(() => {
      begun.push(name);
      return new Promise<string>(end => ends.set(name, () => end(name)));
    }, signal);
  const end = async (name: string) => {
    await expect.poll(() => begun).toContain(name);
    ends.get(name)?.();
  };
  const report = (over: 'events' | undefined, names: readonly string[], signal?: AbortSignal) =>
    countAtSnapshot(
      parts,
      { rules, period, signal, count: () => Promise.all(names.map(name => question(name, signal))) },
      over && { source: over },
    );
  const one = report('events', ['a', 'b', 'c']);
  await expect.poll(() => begun).toEqual(['a', 'b']);
  const derived = report(undefined, ['d', 'e', 'f']);
  const aborted = report('events', ['g'], left.signal).catch((error: unknown) => error);
  const other = report('events', ['h']);
  await Promise.all(['d', 'e', 'f'].map(end));
  expect(await derived).toMatchObject({ answer: ['d', 'e', 'f'], source: 'derived' });
  left.abort();
  await end('a');
  await end('c');
  await end('h');
  await end('b');
  expect(await Promise.all([one, other])).toMatchObject([
    { answer: ['a', 'b', 'c'], source: 'events' },
    { answer: ['h'], source: 'events' },
  ]);
  const refused = await aborted;
  expect([begun.includes('g'), refused instanceof Failure && refused.code]).toEqual([false, 'timed_out']);
});

it('ten reports of one company delay another company by one query at most, and the progress names the waiting ones', async () => {
  const period = { from: parts.clock.now() - 86_400_000, until: parts.clock.now() };
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const query = (name: string) =>
    runQuery(() => {
      begun.push(name);
      return new Promise<string>(end => ends.push(() => end(name)));
    });
  // One product serves both companies: a report belongs to the company that its rules name.
  const report = (companyId: number, userId: number, name: string) =>
    countAtSnapshot(
      parts,
      {
        rules: { ...shop.shop, adCostLinkage: false, companyId, userId },
        period,
        signal: undefined,
        count: () => query(name),
      },
      { source: 'events' },
    );
  const busy = Array.from({ length: 10 }, (_, n) => report(1, n, `busy ${n}`));
  await expect.poll(() => begun).toHaveLength(2);
  await expect.poll(() => reportProgress({ companyId: 1, userId: 9 })).toHaveLength(1);
  const other = report(2, 1, 'other');
  await expect
    .poll(() => reportProgress({ companyId: 2, userId: 1 }))
    .toMatchObject([{ state: 'waiting', ahead: 0 }]);
  const states = Array.from({ length: 10 }, (_, userId) => reportProgress({ companyId: 1, userId }));
  expect(
    states
      .flat()
      .map(({ ahead }) => ahead)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(states.flat().filter(({ state }) => state === 'calculating')).toHaveLength(2);
  ends[0]!();
  await expect.poll(() => begun.at(2)).toBe('other');
  expect(reportProgress({ companyId: 2, userId: 1 })).toMatchObject([{ state: 'calculating' }]);
  ends[2]!();
  expect(await other).toMatchObject({ answer: 'other', source: 'events' });
  for (let n = 1; n < 11; n++) {
    await expect.poll(() => ends.length).toBeGreaterThan(n);
    ends[n]!();
  }
  await Promise.all(busy);
  expect(reportProgress({ companyId: 1, userId: 9 })).toEqual([]);
});

it('concurrent reports share one query for the state of the data, and the next report has a query of its own', async () => {
  const looks: string[] = [];
  const columnar = Object.create(parts.columnar, {
    query: {
      value: (parameters: Parameters<TestParts['columnar']['query']>[0]) => {
        if (parameters.query.includes('max(interaction_id)')) looks.push(parameters.query);
        return parts.columnar.query(parameters);
      },
    },
  }) as TestParts['columnar'];
  const rules = { ...shop.shop, adCostLinkage: false };
  const report = () =>
    countAtSnapshot(
      { ...parts, columnar },
      {
        rules,
        period: { from: parts.clock.now() - 86_400_000, until: parts.clock.now() },
        signal: undefined,
        count: () => Promise.resolve(null),
      },
    );
  await Promise.all([report(), report(), report()]);
  expect(looks).toHaveLength(1);
  await report();
  expect(looks).toHaveLength(2);
});
