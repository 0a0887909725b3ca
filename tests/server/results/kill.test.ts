import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { decideMany } from '../../../server/results/decide.ts';
import { takeBackMany } from '../../../server/results/take-back.ts';
import {
  decision,
  notification,
  notificationAttempt,
  product,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { childProgram } from '../../support/child.ts';
import { limit, runs } from '../../support/long.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop } from './two-result-workers.ts';

/** The number of kills. */
const ROUNDS = runs(2);
const PATHS = ['ok', 'slow', 'down', 'redirect', 'gone', 'busy', 'garbage', 'cut', 'stall'];

const run = async (name: string, env: Record<string, string> = {}): Promise<ChildProcess> =>
  spawn(process.execPath, [await childProgram(name)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });

/** Returns the lines that a process prints, once it has printed the first. */
const linesOf = async (child: ChildProcess): Promise<string[]> => {
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout! });
  reader.on('line', line => {
    lines.push(line);
  });
  await once(reader, 'line');
  return lines;
};

const startSender = async (parts: TestParts): Promise<ChildProcess> => {
  const child = await run('sender-child', {
    DATA_DIR: parts.settings.dataDir,
    DATABASE_URL: parts.settings.databaseUrl ?? '',
    LOG_LEVEL: 'silent',
  });
  await linesOf(child);
  return child;
};

type Notice = typeof notification.$inferSelect;
/**
 * The state in which a notification ends, by its receiver. One that failed is not repeated once a newer one of its
 * result was sent.
 */
const endOf = (path: string, { id, resultId, state, attempts }: Notice, all: readonly Notice[]): string => {
  const hasNewer = all.some(other => other.resultId === resultId && other.id > id);
  if (state === 'superseded' && hasNewer && attempts > 0) return state;
  return path === 'gone' ? 'dead' : 'done';
};

test(
  'a sender that is killed repeatedly sends every decision except those taken back, and none again after its answer was recorded',
  { timeout: limit(180_000) },
  async () => {
    const parts = await createTestParts();
    const receiver = await run('receiver-child');
    let sender: ChildProcess | null = null;
    try {
      const calls = await linesOf(receiver);
      const [address = ''] = calls;
      const shop = await createShop(
        parts,
        PATHS.map(path => ({ webhookUrl: `${address}/${path}?r={result_id}&s={status}` })),
      );
      const { db } = parts;
      // The hold is longer than all rounds, even on a slow machine, so that decisions can be taken back. The
      // sender's waits are shortened below.
      await db.update(product).set({ decisionHoldSeconds: 600 });
      const rows = await db
        .insert(result)
        .values(
          PATHS.flatMap((_path, network) =>
            Array.from({ length: 12 }, (_, n) => ({
              companyId: shop.companyId,
              productId: shop.productId,
              aspId: shop.networkIds[network]!,
              cvAdId: shop.adIds[network]!,
              resultType: 1,
              conversionId: String(network * 100 + n + 1),
              cvTime: new Date(),
              ipAddress: '::1',
              approvalStatus: 0,
            })),
          ),
        )
        .returning({ id: result.id });
      await db.insert(decision).values(
        rows.map(({ id }) => ({
          companyId: shop.companyId,
          resultId: id,
          version: 1,
          toStatus: 0,
          rule: 'made',
        })),
      );
      let part = 0;
      const decide = async (to: 1 | 2, version: number, results: readonly { id: number }[]) => {
        const done = await decideMany(parts, shop, {
          to,
          reason: 'é',
          key: `part-${++part}-00`,
          results: results.map(({ id }) => ({ id, version })),
        });
        expect(done).toMatchObject({ decided: results.length, refused: [] });
      };
      /** Results whose first decision was taken back, with the notification that must never be sent. */
      const back = new Map<number, number>();
      /** Takes decisions back while the hold still lasts for the user but is over for the sender. */
      const takeBack = async (results: readonly { id: number }[]) => {
        const notices = new Map((await db.select().from(notification)).map(row => [row.resultId, row.id]));
        const { refused } = await takeBackMany(parts, shop, {
          key: `back-${++part}-00`,
          results: results.map(({ id }) => ({ id, version: 2 })),
        });
        expect(refused.filter(({ code }) => code !== 'notified')).toEqual([]);
        const refusedIds = new Set(refused.map(({ id }) => id));
        for (const { id } of results) if (!refusedIds.has(id)) back.set(id, notices.get(id)!);
      };

      /** Advances the time: waiting notifications are due, and leases of killed senders have expired. */
      const pass = (states: readonly ('ready' | 'sending')[]) =>
        db
          .update(notification)
          .set({ nextAt: sql`now() - interval '1 minute'` })
          .where(inArray(notification.state, [...states]));
      const partOf = (n: number) => rows.filter((_, at) => at % ROUNDS === n);
      const stillDecided = (results: readonly { id: number }[]) => results.filter(({ id }) => !back.has(id));
      for (let round = 0; round < ROUNDS; round++) {
        sender = await startSender(parts);
        await decide(1, 1, partOf(round));
        await sleep(100 + Math.random() * 700);
        await Promise.all([pass(['ready']), takeBack(partOf(round).filter((_, at) => at % 3 === 0))]);
        if (round > 0) await decide(2, 2, stillDecided(partOf(round - 1)));
        await sleep(Math.random() * 700);
        sender.kill('SIGKILL');
        await once(sender, 'exit');
        await pass(['ready', 'sending']);
      }
      sender = await startSender(parts);
      for (
        const end = performance.now() + 60_000;
        (await db.$count(notification, inArray(notification.state, ['ready', 'sending']))) > 0 &&
        performance.now() < end;
      ) {
        await sleep(200);
        await pass(['ready']);
      }
      sender.kill('SIGTERM');
      expect(await once(sender, 'exit')).toEqual([0, null]);

      const notices = await db.select().from(notification);
      const attempts = await db.select().from(notificationAttempt);
      const called = calls.slice(1).map(line => line.split(' ') as [path: string, id: string, did: string]);
      // Each decision that was not taken back has a notification, which ended as its receiver answered.
      expect(notices).toHaveLength(
        stillDecided(rows).length + stillDecided(rows.filter((_, at) => at % ROUNDS < ROUNDS - 1)).length,
      );
      expect(back.size).toBeGreaterThan(0);
      const withdrawn = new Set([...back.values()].map(id => `ntf_${id}`));
      expect(called.filter(([, to]) => withdrawn.has(to))).toEqual([]);
      for (const notice of notices) {
        const { id, state, attempts: tries, aspId } = notice;
        const path = PATHS[shop.networkIds.indexOf(aspId)]!;
        const mine = called.filter(([, to]) => to === `ntf_${id}`);
        const recorded = attempts.filter(attempt => attempt.notificationId === id);
        const successes = recorded.filter(({ success }) => success).map(({ number }) => number);
        const ended = endOf(path, notice, notices);
        expect([path, state]).toEqual([path, ended]);
        // Every call was a separate attempt, and none followed the attempt whose answer was recorded.
        expect(mine.length).toBeLessThanOrEqual(tries);
        if (ended === 'superseded') expect([path, successes]).toEqual([path, []]);
        else if (path === 'gone')
          expect(recorded.filter(({ httpStatus }) => httpStatus === 410).map(({ number }) => number)).toEqual(
            [tries],
          );
        else {
          expect([path, successes]).toEqual([path, [tries]]);
          expect(mine.some(([, , did]) => did === '200')).toBe(true);
        }
        // A notification was received twice only when a sender was killed between the answer and its record,
        // or had timed out on a busy machine.
        const answered = mine.filter(([, , did]) => did === '200' || did === '410').length;
        const late =
          recorded.filter(({ failure }) => failure === 'no_answer').length - (path === 'stall' ? 1 : 0);
        expect(answered).toBeLessThanOrEqual(1 + tries - recorded.length + Math.max(0, late));
      }
      expect(calls.filter(line => line.endsWith(' strayed'))).toEqual([]);
    } finally {
      sender?.kill('SIGKILL');
      receiver.kill('SIGKILL');
      await parts.close();
    }
  },
);
