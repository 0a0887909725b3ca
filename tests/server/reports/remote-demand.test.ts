import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceDemand, followDemand } from '../../../server/rollups/remote-demand.ts';
import { createReportDemand } from '../../../server/rollups/report-demand.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
beforeAll(async () => {
  parts = await createTestParts();
});
afterAll(() => parts.close());

test('a process that derives is notified of the products that reports of another process wait for', async () => {
  const [api, worker] = [createReportDemand(), createReportDemand()];
  const requests: number[] = [];
  worker.attach(productId => requests.push(productId));
  const following = followDemand(parts, worker, '0a0b0c0d');
  announceDemand(parts, api);
  // The other process listens as soon as it has a connection.
  await expect
    .poll(
      () => {
        // A report waits for the other process.
        expect(api.request(7)).toBe(true);
        return [...worker.requested()];
      },
      { timeout: 20_000, interval: 300 },
    )
    .toEqual([7]);

  requests.length = 0;
  const started = performance.now();
  while (performance.now() - started < 2_500) {
    api.request(7);
    api.request(8);
    await setTimeout(20);
  }
  await expect.poll(() => [...worker.requested()].toSorted()).toEqual([7, 8]);
  // At most one notice a second and product.
  for (const productId of [7, 8]) {
    const notices = requests.filter(one => one === productId).length;
    expect([notices >= 2, notices <= 4]).toEqual([true, true]);
  }
  await following.close();
});
