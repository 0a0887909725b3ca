import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { childProgram } from '../../support/child.ts';
import { makeCollectorShop } from '../../support/collector-shop.ts';
import { KILL_POINTS } from '../../support/kill-points.ts';
import { isLong } from '../../support/long.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The number of kills at each point. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1);
const SENDERS = 12;

const start = async (parts: TestParts, killAt?: string): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [await childProgram('collector-child')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...(await parts.environment()),
      LOG_LEVEL: 'error',
      ...(killAt !== undefined && { KILL_AT: killAt }),
    },
  });
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  return { child, url: line.toString().trim() };
};

test(
  'killed at any point, /cv records each result identifier once for all its senders',
  { timeout: 240_000 },
  async () => {
    const parts = await createTestParts();
    try {
      const { shop } = await makeCollectorShop(parts);
      const answered = new Map<string, Set<string>>();
      /** @returns the status; 0: the call was cut off */
      const send = async (url: string, order: string): Promise<number> => {
        const query = new URLSearchParams({
          product: String(shop.id),
          visitor: '7',
          p_resid: order,
          amount: '1200',
        });
        const headers = { 'x-conversion-key': shop.conversionKey };
        try {
          const answer = await fetch(`${url}/cv?${query}`, { headers });
          const { conversion_id: id } = (await answer.json()) as { conversion_id?: string };
          if (id !== undefined) answered.get(order)?.add(id);
          return answer.status;
        } catch {
          return 0; // the kill cut off this call, so its sender knows nothing
        }
      };
      let orders = 0;
      // At any other moment, too: kill.test.ts does this without claims in npm test.
      const points = [...KILL_POINTS, ...(isLong ? [undefined] : [])].flatMap(point =>
        Array.from({ length: ROUNDS }, () => point),
      );
      for (const point of points) {
        const { child, url } = await start(parts, point);
        let isAlive = true;
        const ended = once(child, 'exit').then(() => {
          isAlive = false;
        });
        // Three senders send each order at the same time, and repeat the orders of the last round.
        const sender = async (number: number) => {
          while (isAlive) {
            const order = `注文-${Math.max(0, orders - Math.floor(number / 3))}`;
            if (!answered.has(order)) answered.set(order, new Set());
            await send(url, order);
            if (number % 3 === 0) orders += 1;
          }
        };
        const sending = Array.from({ length: SENDERS }, (_, number) => sender(number));
        if (point === undefined) {
          await sleep(Math.random() * 1500);
          child.kill('SIGKILL');
        }
        await ended;
        await Promise.all(sending);
      }

      const { child, url } = await start(parts);
      const known = [...answered.keys()];
      // A busy machine refuses calls that get no claim within the limit, and their senders repeat them.
      const sendUntilAccepted = async (order: string): Promise<void> => {
        for (let status = await send(url, order); status !== 200; status = await send(url, order)) {
          expect(status).toBe(503);
          await sleep(100);
        }
      };
      // Two of each order at the same time, and many orders, as each answer waits for a write of the journal.
      await Promise.all(known.flatMap(order => [sendUntilAccepted(order), sendUntilAccepted(order)]));
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);

      const answer = await parts.columnar.query({
        query: 'SELECT args, groupArray(toString(conversion_id)) AS ids FROM conversion GROUP BY args',
        format: 'JSONEachRow',
      });
      const rows = await answer.json<{ args: string; ids: string[] }>();
      const stored = new Map(rows.map(row => [row.args, row.ids]));
      expect(known.length).toBeGreaterThan(50);
      expect(known.filter(order => stored.get(order)?.length !== 1)).toEqual([]);
      expect(
        known.filter(order => [...(answered.get(order) ?? [])].join() !== stored.get(order)?.[0]),
      ).toEqual([]);
      expect(stored.size).toBe(known.length);
    } finally {
      await parts.close();
    }
  },
);
