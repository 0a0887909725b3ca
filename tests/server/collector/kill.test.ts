import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { childProgram } from '../../support/child.ts';
import { makeCollectorShop } from '../../support/collector-shop.ts';
import { limit, runs } from '../../support/long.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The number of kills. */
const ROUNDS = runs(2);

/** @param segmentAge in ms; empty: the age of a running installation, which the test does not reach */
const start = async (parts: TestParts, segmentAge = ''): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [await childProgram('collector-child')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(await parts.environment()),
      LOG_LEVEL: 'error',
      ...(segmentAge !== '' && { SEGMENT_AGE_MS: segmentAge }),
    },
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
};

test(
  'killed at any moment under load, the collector neither loses nor duplicates an acknowledged event',
  { timeout: limit(180_000) },
  async () => {
    const parts = await createTestParts();
    try {
      const shop = await makeCollectorShop(parts);
      const acknowledged = new Set<string>();
      let sent = 0;
      for (let round = 0; round < ROUNDS; round++) {
        // Half of the kills meet segments that end and are removed all the time.
        const { child, url } = await start(parts, round % 2 === 0 ? '20' : '');
        let alive = true;
        const worker = async () => {
          while (alive) {
            const name = `注文-${sent++}`;
            const answer = await fetch(`${url}/e`, {
              method: 'POST',
              headers: { 'content-type': 'text/plain', origin: 'https://shop.example' },
              body: JSON.stringify({
                p: shop.shop.id,
                t: 'cv',
                u: 'https://shop.example/',
                v: '7',
                a: { p_resid: name },
              }),
            }).catch(() => null); // the kill cut off this request, so its sender knows nothing
            if (answer?.ok) acknowledged.add(name);
          }
        };
        const load = Promise.all(Array.from({ length: 24 }, worker));
        // The first kill happens under load, and the others before, during and after loading into the store.
        while (acknowledged.size < 50 * (round + 1)) await sleep(20);
        await sleep(Math.random() * 1600);
        child.kill('SIGKILL');
        await once(child, 'exit');
        alive = false;
        await load;
      }
      const { child } = await start(parts);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);

      const answer = await parts.columnar.query({
        query: 'SELECT args, toUInt32(count()) AS times FROM conversion GROUP BY args',
        format: 'JSONEachRow',
      });
      const stored = new Map(
        (await answer.json<{ args: string; times: number }>()).map(row => [row.args, row.times]),
      );
      expect([...acknowledged].filter(name => stored.get(name) !== 1)).toEqual([]);
      expect([...stored].filter(([, times]) => times !== 1)).toEqual([]);
    } finally {
      await parts.close();
    }
  },
);
