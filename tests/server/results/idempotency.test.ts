import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideMany } from '../../../server/results/decide.ts';
import { decision, result } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, one, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const NOW = Date.UTC(2026, 1, 28, 3);
let parts: TestParts;
let tenant: Tenant;
beforeAll(async () => {
  parts = await createTestParts({ now: NOW });
  tenant = await makeTenant(parts.db, 'acme');
});
afterAll(() => parts.close());

describe('a key of a decision that was used before', () => {
  it('is refused for the same results with another reason', async () => {
    const [shelf] = tenant.shelves;
    const { id } = one(
      await parts.db
        .insert(result)
        .values({
          companyId: tenant.id,
          productId: shelf.product,
          aspId: shelf.asp,
          cvAdId: shelf.ads[0],
          resultType: 1,
          conversionId: '1',
          cvTime: new Date(NOW),
          ipAddress: '::1',
          args: '注文-é',
          approvalStatus: 0,
          createdAt: new Date(NOW),
          updatedAt: new Date(NOW),
        })
        .returning({ id: result.id }),
    );
    await parts.db
      .insert(decision)
      .values({ companyId: tenant.id, resultId: id, version: 1, toStatus: 0, rule: 'made' });
    const decider = { companyId: tenant.id, userId: tenant.users.admin };
    const reject = (reason: string) =>
      decideMany(parts, decider, { to: 2, reason, key: 'the-same-key', results: [{ id, version: 1 }] });

    expect(await reject('返品')).toMatchObject({ decided: 1, refused: [] });
    await expect(reject('不正')).rejects.toMatchObject({
      code: 'invalid',
      fields: { key: [{ code: 'taken' }] },
    });
    // Surrounding blanks are removed from a reason.
    expect(await reject(' 返品 ')).toMatchObject({ decided: 1, refused: [] });
    expect(await parts.db.$count(decision)).toBe(2);
  });

  it('is refused for the first 500 of more results', async () => {
    const decider = { companyId: tenant.id, userId: tenant.users.admin };
    const approve = (count: number) =>
      decideMany(parts, decider, {
        to: 1,
        key: 'many-results',
        results: Array.from({ length: count }, (_, n) => ({ id: 1_000_000 + n, version: 1 })),
      });
    expect((await approve(501)).refused).toHaveLength(501);
    await expect(approve(500)).rejects.toMatchObject({
      code: 'invalid',
      fields: { key: [{ code: 'taken' }] },
    });
  });
});
