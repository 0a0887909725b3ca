import { expect, it } from 'vitest';
import { rollupDdl, UNSHARED_AREAS } from '../../../server/store/clickhouse/rollups/ddl.ts';
import { stagingName } from '../../../server/store/clickhouse/rollups/rollup.ts';
import { ROLLUPS } from '../../../server/store/clickhouse/rollups/rollups.ts';

it('creates the tables that installations have: a changed type or key needs a statement that alters them, or a new name', async () => {
  await expect(`${rollupDdl().join(';\n')};\n`).toMatchFileSnapshot('rollup-ddl.sql');
});

it('may run every statement again without effect', () => {
  for (const statement of rollupDdl()) expect(statement).toMatch(/ IF (NOT )?EXISTS /);
});

it('fills every rollup by a stage of a batch, or by a view on the staging table of another', () => {
  const names = new Set<string>(ROLLUPS.map(({ name }) => name));
  for (const { name, filledBy } of ROLLUPS) {
    if ('view' in filledBy)
      for (const area of UNSHARED_AREAS) {
        const staging = stagingName(filledBy.reads, area);
        expect([names.has(filledBy.reads), filledBy.reads === name]).toEqual([true, false]);
        expect(filledBy.select(staging)).toContain(staging);
      }
    else expect(Object.keys(filledBy)).not.toEqual([]);
  }
});

it('names every rollup once, and what reads it', () => {
  expect(new Set(ROLLUPS.map(({ name }) => name)).size).toBe(ROLLUPS.length);
  for (const { answers } of ROLLUPS) expect(answers).not.toBe('');
});
