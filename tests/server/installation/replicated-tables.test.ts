import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  REPLICATED_SETTINGS,
  replicatedDatabase,
  replicatedTable,
  replicateTables,
} from '../../../server/store/clickhouse/engine/replicated.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { syncStatement } from '../../../server/store/clickhouse/engine/one-replica.ts';
import { rowsOf } from '../../../server/store/clickhouse/engine/query.ts';
import { migrateColumnar } from '../../../server/store/clickhouse/migrations/migrate.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** No cluster can be run here: the engine parses what a cluster would be sent. */

let parts: TestParts;
beforeAll(async () => {
  parts = await createTestParts();
});
afterAll(() => parts.close());

/** A client of a cluster that records its commands. */
const recording = (): { readonly columnar: Columnar; readonly sent: string[] } => {
  const sent: string[] = [];
  const columnar = {
    command: async ({ query }: { readonly query: string }) => void sent.push(query),
    query: async () => ({ json: async () => ({ data: [] }) }),
    insert: async () => undefined,
  } as unknown as Columnar;
  return { columnar: replicateTables(columnar), sent };
};
const parse = async (statement: string): Promise<string> =>
  (await rowsOf<{ explain: string }>(parts.columnar, `EXPLAIN AST ${statement}`, {}))
    .map(({ explain }) => explain)
    .join('\n');

it('every table of a cluster is replicated, and each statement that creates it can be parsed', async () => {
  const { columnar, sent } = recording();
  await migrateColumnar(columnar);
  const created = sent.filter(statement => statement.startsWith('CREATE TABLE'));
  expect(created.length).toBeGreaterThan(50);
  for (const statement of created) {
    // A staging table has the engine of the table that it copies.
    if (!/^CREATE TABLE IF NOT EXISTS \w+ AS \w+$/.test(statement))
      expect(statement).toMatch(/\)\s+ENGINE = Replicated(?:Replacing|Summing|Aggregating)?MergeTree[ (\n]/);
    expect(statement).not.toMatch(/Memory|non_replicated/);
  }
  for (const statement of [...sent, syncStatement('contact')])
    expect(await parse(statement), statement).not.toBe('');
  expect(sent.find(statement => statement.startsWith('CREATE TABLE IF NOT EXISTS contact ('))).toContain(
    'SETTINGS replicated_deduplication_window = 100000, replicated_deduplication_window_seconds = 604800, fsync_after_insert = 1',
  );
  expect(
    await parse(replicatedDatabase('all', 'touchpath').replace('{database:Identifier}', 'touchpath')),
  ).toContain('Replicated');
});

it('only the engine of a new table changes: rows that name an engine, and other statements, stay', () => {
  for (const statement of [
    "INSERT INTO contact SELECT 'ENGINE = Memory'",
    'ALTER TABLE staged MOVE PARTITION ID 1 TO TABLE rollup',
    'CREATE MATERIALIZED VIEW v TO t AS SELECT 1',
    'CREATE TABLE copy AS contact',
  ])
    expect(replicatedTable(statement)).toBe(statement);
  expect(replicatedTable('CREATE TABLE seed_text (n Int64) ENGINE = Memory')).toBe(
    'CREATE TABLE seed_text (n Int64) ENGINE = ReplicatedMergeTree ORDER BY tuple()',
  );
  expect(() => replicatedDatabase('all', "x', 'y")).toThrow('letters, digits and _ only');
});

it('the settings of a cluster are known to the engine', async () => {
  const names = Object.keys(REPLICATED_SETTINGS);
  const known = await rowsOf<{ name: string }>(
    parts.columnar,
    'SELECT name FROM system.settings WHERE name IN {names: Array(String)} UNION ALL SELECT name FROM system.merge_tree_settings WHERE name IN {names: Array(String)}',
    { names: [...names, 'replicated_deduplication_window', 'replicated_deduplication_window_seconds'] },
  );
  expect(known.map(({ name }) => name).toSorted()).toEqual(
    [...names, 'replicated_deduplication_window', 'replicated_deduplication_window_seconds'].toSorted(),
  );
});
