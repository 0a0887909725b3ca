import { expect, it } from 'vitest';
import { createReportDemand, DEMAND } from '../../../server/rollups/report-demand.ts';

const PRODUCT = 1;
const demandAt = () => {
  const clock = { nowMs: 5_000 };
  const demand = createReportDemand(() => clock.nowMs);
  const calls: number[] = [];
  return { clock, demand, calls, attach: () => demand.attach(productId => calls.push(productId)) };
};

it('a report that finds rollups behind requests them where the process derives', () => {
  const { demand, calls, attach } = demandAt();
  expect(demand.request(PRODUCT)).toBe(false);
  attach();
  expect([demand.request(PRODUCT), calls]).toEqual([true, [PRODUCT]]);
});

it('a product is requested until its rollups have what was loaded before the request, or no report waits any more', () => {
  const { clock, demand, attach } = demandAt();
  attach();
  demand.request(PRODUCT);
  clock.nowMs += DEMAND.requestedMs - 1;
  demand.request(PRODUCT);
  clock.nowMs += DEMAND.requestedMs - 1;
  demand.derived(PRODUCT, 4_999);
  expect([...demand.requested()]).toEqual([PRODUCT]);
  demand.derived(PRODUCT, 5_000);
  expect([...demand.requested()]).toEqual([]);
  demand.request(PRODUCT);
  clock.nowMs += DEMAND.requestedMs;
  expect([...demand.requested()]).toEqual([]);
});

it('a waiting report goes on when its product was derived, or after a time', async () => {
  const { demand } = demandAt();
  const order: string[] = [];
  const waits = [
    ...['first', 'second'].map(name => demand.nextDerivation(PRODUCT, 60_000).then(() => order.push(name))),
    demand.nextDerivation(2, 20).then(() => order.push('another product')),
  ];
  await waits[2];
  demand.derived(PRODUCT, 0);
  await Promise.all(waits);
  expect(order).toEqual(['another product', 'first', 'second']);
});

it('forgets the product that was requested first where there are too many', () => {
  const { demand } = demandAt();
  for (let id = 0; id <= DEMAND.maxProducts; id += 1) demand.request(id);
  const requested = demand.requested();
  expect([requested.size, requested.has(0), requested.has(1)]).toEqual([DEMAND.maxProducts, false, true]);
});
