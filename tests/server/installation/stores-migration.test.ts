import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { createPool } from '../../../server/store/postgres/engine/connect.ts';
import {
  BEFORE_BASELINE,
  LOCK as MIGRATES,
  migrateDatabase,
} from '../../../server/store/postgres/engine/migrate.ts';
import { SettingError } from '../../../server/platform/settings.ts';
import { maintain } from '../../support/maintain.ts';

const { postgres } = inject('stores');

let name: string;
let pool: Pool;
beforeEach(async () => {
  name = `before_${randomUUID().replaceAll('-', '')}`;
  await maintain(postgres, `CREATE DATABASE ${name}`);
  pool = createPool({ ...postgres, database: name, max: 2 }, pino({ level: 'silent' }));
});
afterEach(async () => {
  await pool.end();
  await maintain(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
});

/** Creates the database of an earlier version, up to a migration, which is before the baseline unless stated. */
const migrateUpTo = async (last: string, migrations = BEFORE_BASELINE) => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-migrations-'));
  await cp(migrations, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  await writeFile(
    file,
    JSON.stringify({
      ...journal,
      entries: journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === last) + 1),
    }),
  );
  await migrate(drizzle(pool), { migrationsFolder: folder });
  await rm(folder, { recursive: true });
};

it('company IDs that differ only in case stop the migration with one line naming them, and the migration succeeds after they are renamed', async () => {
  await migrateUpTo('0011_result_sums');
  await pool.query(
    `INSERT INTO company (code, name) VALUES ('Shop-É', 'a'), ('shop-é', 'b'), ('OTHER', 'c'), ('Two', 'd'), ('two', 'e'), ('TWO', 'f')`,
  );
  const error = await migrateDatabase(pool).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SettingError);
  const { message } = error as SettingError;
  for (const code of ['"Shop-É"', '"shop-é"', '"Two"', '"two"', '"TWO"', 'UPDATE company SET code'])
    expect(message).toContain(code);
  expect(message).not.toMatch(/OTHER|\n/);

  await pool.query(`UPDATE company SET code = code || '-' || id WHERE code IN ('shop-é', 'two', 'TWO')`);
  await migrateDatabase(pool);
  await expect(pool.query(`INSERT INTO company (code, name) VALUES ('other', 'g')`)).rejects.toThrow(
    /company_code/,
  );
});

it('a migration, also one that waits for another program, has no time limit', async () => {
  const impatient = createPool(
    { ...postgres, database: name, max: 2, options: '-c statement_timeout=100' },
    pino({ level: 'silent' }),
  );
  const first = await pool.connect();
  try {
    await first.query('SELECT pg_advisory_lock($1)', [MIGRATES]);
    const second = migrateDatabase(impatient);
    await vi.waitFor(
      async () => {
        const { rowCount } = await first.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND wait_event = 'advisory' AND clock_timestamp() - query_start > interval '150 ms'`,
          [name],
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 20_000 },
    );
    await first.query('SELECT pg_advisory_unlock($1)', [MIGRATES]);
    await second;
    // Later statements have their time limit again, and the migration lock is free.
    await expect(impatient.query('SELECT pg_sleep(10)')).rejects.toThrow(/statement timeout/);
    await migrateDatabase(impatient);
  } finally {
    first.release(true);
    await impatient.end();
  }
});

it('existing products keep accepting conversions without a key and get unique keys; new products require theirs', async () => {
  await migrateUpTo('0015_delivery_question_alone');
  await pool.query(`INSERT INTO company (code, name) VALUES ('a', 'a')`);
  const add = () =>
    pool.query(
      `INSERT INTO product (company_id, name, domain, url) SELECT id, 'p', 'p.example', 'https://p.example/' FROM company`,
    );
  await add();
  await add();
  await migrateDatabase(pool);
  await add();
  const { rows } = await pool.query<{ key: string; required: boolean; unique: number }>(
    'SELECT conversion_key AS key, conversion_key_required AS required, unique_result_identifiers AS "unique" FROM product ORDER BY id',
  );
  expect(rows.map(({ required, unique }) => [required, unique])).toEqual([
    [false, 0],
    [false, 0],
    [true, 1],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
  for (const { key } of rows) expect(key).toMatch(/^cvk_[\da-f]{64}$/);
});

it('a mail about a reset second factor that is still queued is sent after the migration', async () => {
  await migrateUpTo('0018_erasure', 'server/store/migrations/postgres');
  const add = (order: object) =>
    pool.query(
      `INSERT INTO mail (mail_order, next_at, created_at) VALUES ($1, now(), '2026-11-27T01:02:03.456+09')`,
      [order],
    );
  const link = { kind: 'password_reset', companyCode: 'é', email: 'a@b.example', locale: 'en' };
  await add({ kind: 'second_factor_reset', companyId: 7, userId: 8, locale: 'zh-CN' });
  await add(link);
  await migrateDatabase(pool);
  const { rows } = await pool.query('SELECT mail_order AS it FROM mail ORDER BY id');
  expect(rows.map(({ it: order }: { it: object }) => order)).toEqual([
    {
      kind: 'credential_change',
      companyId: 7,
      userId: 8,
      change: 'second_factor_reset',
      locale: 'zh-CN',
      at: '2026-11-26T16:02:03.456Z',
      ip: null,
      email: null,
    },
    link,
  ]);
});
