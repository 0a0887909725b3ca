import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Failure } from '../../../server/http/failures.ts';
import { replay, type LedgerLine } from '../../../server/results/lifecycle.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { decideMany } from '../../../server/results/decide.ts';
import { readLedger } from '../../../server/store/postgres/results/results.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, type Shop, storeConversion } from './two-result-workers.ts';

let parts: TestParts;
let shop: Shop;
beforeAll(async () => {
  parts = await createTestParts({ now: Date.UTC(2026, 1, 28) });
  shop = await createShop(parts, [
    {
      resultFlag: 2,
      webhookUrl: 'https://net.example/?s={status}',
      approvedValue: '承認',
      rejectedValue: '却下',
    },
  ]);
});
afterAll(() => parts.close());

const failure = async (work: Promise<unknown>): Promise<Failure> =>
  work.then(
    () => {
      throw new Error('it was done');
    },
    (error: unknown) => error as Failure,
  );

/** Creates a pending result. */
const pending = async (): Promise<number> => {
  parts.clock.advance(1_000);
  const conversionId = await storeConversion(parts, { productId: shop.productId, ts: parts.clock.now() });
  await createResultWorker(parts).run(2n ** 63n);
  return (await parts.db.select().from(schema.result)).find(row => row.conversionId === conversionId)!.id;
};
const stored = async (resultId: number) =>
  (await parts.db.select().from(schema.result)).find(row => row.id === resultId)!;
const notices = async (resultId: number) =>
  (await parts.db.select().from(schema.notification))
    .filter(row => row.resultId === resultId)
    .toSorted((a, b) => a.id - b.id)
    .map(row => row.url);
/** Requests a decision on one result. */
const ask = (
  resultId: number,
  version: number,
  to: 0 | 1 | 2,
  reason = '',
  { companyId, userId }: Shop = shop,
) =>
  decideMany(
    parts,
    { companyId, userId },
    { to, reason, key: randomUUID(), results: [{ id: resultId, version }] },
  );

describe('deciding over a result', () => {
  test('moves its status, writes its ledger and queues its notification', async () => {
    const id = await pending();
    expect(await ask(id, 1, 1)).toMatchObject({ decided: 1, refused: [] });
    expect(await ask(id, 2, 2, ' 返品 ')).toMatchObject({ decided: 1, refused: [] });
    expect(await stored(id)).toMatchObject({ approvalStatus: 2, version: 3 });
    expect(await readLedger(parts.db, shop.companyId, id)).toMatchObject([
      { version: 1, fromStatus: null, toStatus: 0, rule: 'made', userId: null },
      { version: 2, fromStatus: 0, toStatus: 1, rule: null, userId: shop.userId },
      { version: 3, fromStatus: 1, toStatus: 2, userId: shop.userId, reason: '返品' },
    ]);
    expect(await notices(id)).toEqual([
      'https://net.example/?s=0',
      'https://net.example/?s=%E6%89%BF%E8%AA%8D',
      'https://net.example/?s=%E5%8D%B4%E4%B8%8B',
    ]);
  });

  test('by several users at once has one winner; the others are refused as conflicts with the present status', async () => {
    const id = await pending();
    const answers = await Promise.all(
      [1, 2, 1, 2, 1, 2, 1, 2].map(to => ask(id, 1, to as 1 | 2, 'same moment')),
    );
    const status = (await stored(id)).approvalStatus;
    expect(answers.flatMap(({ refused }) => refused)).toEqual(
      Array.from({ length: 7 }, () => ({ id, code: 'conflict', status, version: 2 })),
    );
    expect(await readLedger(parts.db, shop.companyId, id)).toHaveLength(2);
    expect(await notices(id)).toHaveLength(2);
  });

  test('over a version that another user has decided since is refused as a conflict', async () => {
    const id = await pending();
    await ask(id, 1, 1);
    expect(await ask(id, 1, 2, 'late')).toMatchObject({
      decided: 0,
      refused: [{ id, code: 'conflict', status: 1, version: 2 }],
    });
  });

  test('without a needed reason, to the same status or back to pending is refused and changes nothing', async () => {
    const id = await pending();
    expect(await failure(ask(id, 1, 2, '  '))).toMatchObject({
      code: 'invalid',
      fields: { reason: [{ code: 'required' }] },
    });
    await ask(id, 1, 1);
    for (const to of [1, 0] as const)
      expect(await ask(id, 2, to, 'x')).toMatchObject({
        decided: 0,
        refused: [{ id, code: 'no_step', status: 1, version: 2 }],
      });
    expect(await readLedger(parts.db, shop.companyId, id)).toHaveLength(2);
  });

  test('of another company is not found', async () => {
    const other = await createShop(parts, []);
    const id = await pending();
    expect(await ask(id, 1, 1, '', other)).toMatchObject({
      decided: 0,
      refused: [{ id, code: 'not_found', status: null, version: null }],
    });
  });

  test('leaves every ledger replaying to its status', async () => {
    for (const row of await parts.db.select().from(schema.result)) {
      const ledger = await readLedger(parts.db, row.companyId, row.id);
      expect(
        replay(
          ledger.map(
            line =>
              ({
                version: line.version,
                from: line.fromStatus,
                to: line.toStatus,
                takesBack: line.takesBack,
              }) as LedgerLine,
          ),
        ),
      ).toBe(row.approvalStatus);
    }
  });
});
