import { getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyChain, type ChainFault, type ChainHead } from '../../../server/records/audit-chain.ts';
import { recordChanges } from '../../../server/store/postgres/engine/audit-log.ts';
import { change } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** The hash chain of the audit log: what the database itself refuses, and what the verification finds in spite of it. */

let parts: TestParts;
let companyId: number;
let companies = 0;
beforeAll(async () => {
  parts = await createTestParts();
});
beforeEach(async () => {
  companies += 1;
  ({ id: companyId } = await makeTenant(parts.db, `audited-${companies}`));
});
afterAll(() => parts.close());

const author = () => ({ companyId, userId: null, ip: '203.0.113.7', at: new Date(parts.clock.now()) });
/** Records changes of made-up rows in one transaction. */
const record = (...rowIds: readonly number[]) =>
  parts.db.transaction(tx =>
    recordChanges(
      tx,
      author(),
      'ads',
      rowIds.map(rowId => ({
        rowId,
        action: 'update' as const,
        before: { name: 'A\\u0041 "é" 円', cost: 0.1 },
        after: { name: '', cost: 1e21, keys: [], nested: { b: null, a: true } },
      })),
    ),
  );
const verify = async (...noted: readonly ChainHead[]) => {
  const faults: ChainFault[] = [];
  const head = await verifyChain(parts.db, companyId, noted, fault => faults.push(fault));
  return { head, faults };
};
/** Changes the table as somebody who may switch its triggers off. */
const tamper = (statement: ReturnType<typeof sql>) =>
  parts.db.transaction(async tx => {
    await tx.execute(sql`alter table ${change} disable trigger user`);
    await tx.execute(statement);
    await tx.execute(sql`alter table ${change} enable trigger user`);
  });

it('chains concurrent transactions without gaps, each line once', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => record(index, index + 100, index + 200)));
  const { head, faults } = await verify();
  expect(faults).toEqual([]);
  expect(head.position).toBe(36);
});

it('leaves no trace of a transaction that fails', async () => {
  await record(1);
  const { head } = await verify();
  await expect(
    parts.db.transaction(async tx => {
      await recordChanges(tx, author(), 'ads', [{ rowId: 1, action: 'create', before: null, after: {} }]);
      throw new Error('fails');
    }),
  ).rejects.toThrow('fails');
  expect(await verify()).toEqual({ head, faults: [] });
});

it.each([
  ['changed', sql`update ${change} set ip_address = '' `],
  ['given another hash', sql`update ${change} set hash = repeat('0', 64)`],
  ['unchained', sql`update ${change} set hash = null`],
  ['deleted', sql`delete from ${change}`],
  ['truncated', sql`truncate ${change}`],
])('the database refuses that lines are %s', async (_what, statement) => {
  await record(1);
  const before = await verify();
  await expect(parts.db.execute(statement)).rejects.toMatchObject({
    cause: { message: 'change is append-only' },
  });
  expect(await verify()).toEqual(before);
});

it('covers every column by the hash', async () => {
  const { rows } = await parts.db.execute<{ source: string }>(
    sql`select prosrc as source from pg_proc where proname = 'chain_changes_of'`,
  );
  const hashed = /previous \|\| (\(jsonb_build_array\([\s\S]*?)\)::text/.exec(rows[0]!.source)?.[1] ?? '';
  const columns = Object.values(getTableColumns(change)).map(({ name }) => name);
  expect(columns.filter(name => name !== 'hash' && !hashed.includes(`line.${name}`))).toEqual([
    'chain_position',
  ]);
  expect(hashed).toMatch(/^\(jsonb_build_array\(place,/);
});

describe('somebody with all rights on the database', () => {
  let head: ChainHead;
  beforeEach(async () => {
    await record(1, 2, 3);
    ({ head } = await verify());
  });
  const lineAt = (position: number) => sql`company_id = ${companyId} and chain_position = ${position}`;

  it.each([
    ['value', sql`after = '{"cost": 2}'`],
    ['author', sql`user_id = (select min(id) from users)`],
    ['address', sql`ip_address = '203.0.113.8'`],
    ['user agent', sql`user_agent = 'Mozilla/5.0'`],
    ['time', sql`changed_at = changed_at + interval '1 millisecond'`],
    ['row', sql`row_id = row_id + 1`],
  ])('cannot change the %s of a line unnoticed', async (_what, assignment) => {
    const position = head.position - 1;
    await tamper(sql`update ${change} set ${assignment} where ${lineAt(position)}`);
    expect((await verify()).faults).toEqual([{ kind: 'changed', position }]);
  });

  it('cannot remove a line, or the last one that was noted', async () => {
    await tamper(sql`delete from ${change} where ${lineAt(head.position - 1)}`);
    expect((await verify()).faults).toEqual([{ kind: 'missing', position: head.position - 1 }]);
    await tamper(sql`delete from ${change} where ${lineAt(head.position)}`);
    expect((await verify()).faults).toEqual([]);
    expect((await verify(head)).faults).toEqual([{ kind: 'missing', position: head.position }]);
  });

  it('cannot write a chain anew that has the noted hash', async () => {
    await tamper(
      sql`update ${change} set hash = null, chain_position = null, after = '{}' where ${lineAt(head.position)}`,
    );
    await parts.db.execute(sql`select chain_changes_of(${companyId})`);
    expect((await verify()).faults).toEqual([]);
    expect((await verify(head)).faults).toEqual([{ kind: 'replaced', position: head.position }]);
  });
});
