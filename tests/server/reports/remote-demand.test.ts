import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceDemand, followDemand } from '../../../server/rollups/remote-demand.ts';
import { createReportDemand } from '../../../server/rollups/report-demand.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
beforeAll(async () => {
  parts = await createTestParts();
});
afterAll(() => parts.close());

test('a process that derives watches the products whose reports another process opens', async () => {
  const [api, worker] = [createReportDemand(), createReportDemand()];
  const opened: number[] = [];
  worker.attach({
    load: () => Promise.resolve(),
    request: () => undefined,
    opened: productId => opened.push(productId),
  });
  const following = followDemand(parts, worker);
  announceDemand(parts, api);
  // The other process listens as soon as it has a connection.
  await expect
    .poll(
      async () => {
        await api.open(7);
        return [...worker.watched()];
      },
      { timeout: 20_000, interval: 300 },
    )
    .toEqual([7]);
  // A report that finds rollups behind waits for the other process.
  expect(api.request()).toBe(true);

  opened.length = 0;
  const started = performance.now();
  while (performance.now() - started < 2_500) {
    await api.open(7);
    await api.open(8);
    await new Promise(resolve => {
      setTimeout(resolve, 20);
    });
  }
  await expect.poll(() => [...worker.watched()].toSorted()).toEqual([7, 8]);
  // At most one notice a second and product.
  for (const productId of [7, 8]) {
    const notices = opened.filter(one => one === productId).length;
    expect([notices >= 2, notices <= 4]).toEqual([true, true]);
  }
  // The other process has derived the product by now, so that its reports wait no longer than those of watched products.
  expect(api.isCaughtUp(8)).toBe(false);
  await expect.poll(() => api.isCaughtUp(8), { timeout: 10_000 }).toBe(true);
  await following.close();
});
