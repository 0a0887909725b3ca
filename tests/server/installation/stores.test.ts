import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company } from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

describe('the parts of a test suite', () => {
  let one: TestParts;
  let other: TestParts;
  beforeAll(async () => {
    [one, other] = await Promise.all([
      createTestParts(),
      createTestParts({ now: Date.UTC(2026, 1, 28, 15) }),
    ]);
  });
  afterAll(() => Promise.all([one.close(), other.close()]));

  it('have isolated stores', async () => {
    await one.db.insert(company).values({ code: 'é日本', name: '会社' });
    await one.columnar.insert({
      table: 'impression',
      format: 'JSONEachRow',
      values: [
        {
          product_id: 1,
          ad_id: 1,
          ts: 0,
          impression_id: '1',
          visitor_id: '18446744073709551615',
          ip: '::1',
          bot: 0,
        },
      ],
    });
    const rows = async (parts: TestParts) => [
      await parts.db.$count(company),
      (
        await (
          await parts.columnar.query({ query: 'SELECT visitor_id FROM impression', format: 'JSONEachRow' })
        ).json<{ visitor_id: string }>()
      ).map(r => r.visitor_id),
    ];
    expect(await rows(one)).toEqual([1, ['18446744073709551615']]);
    expect(await rows(other)).toEqual([0, []]);
  });

  it('have a clock that the test sets', () => {
    expect(other.clock.now()).toBe(Date.UTC(2026, 1, 28, 15));
    other.clock.advance(1);
    expect(other.clock.now()).toBe(Date.UTC(2026, 1, 28, 15) + 1);
    const [before, now, after] = [Date.now(), one.clock.now(), Date.now()];
    expect([now >= before, now <= after]).toEqual([true, true]);
  });

  it('have settings that name their own database', async () => {
    const { openDatabase } = await import('../../../server/store/postgres/engine/connect.ts');
    const again = await openDatabase(one.settings, null, one.log);
    const name = async (db: TestParts['db']) =>
      (await db.execute<{ name: string }>(sql`SELECT current_database() AS name`)).rows[0]?.name;
    expect(await name(again.db)).toBe(await name(one.db));
    await again.close();
  });
});
