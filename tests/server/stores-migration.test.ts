import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createPool } from '../../server/store/postgres/connect.ts';
import { migrateDatabase } from '../../server/store/postgres/migrate.ts';
import { SettingError } from '../../server/settings.ts';
import { maintain } from '../support/maintain.ts';

const FOLDER = fileURLToPath(new URL('../../server/store/migrations/postgres', import.meta.url));
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

/** Makes the database what it was before a migration. */
const migrateUpTo = async (last: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-migrations-'));
  await cp(FOLDER, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, journal.entries.findIndex(({ tag }) => tag === last) + 1) }));
  await migrate(drizzle(pool), { migrationsFolder: folder });
  await rm(folder, { recursive: true });
};

it('a store with company IDs that differ only in case is told by them, in one line, and is migrated when they are renamed', async () => {
  await migrateUpTo('0011_result_sums');
  await pool.query(`INSERT INTO company (code, name) VALUES ('Shop-É', 'a'), ('shop-é', 'b'), ('OTHER', 'c'), ('Two', 'd'), ('two', 'e'), ('TWO', 'f')`);
  const error = await migrateDatabase(pool).then(() => null, (reason: unknown) => reason);
  expect(error).toBeInstanceOf(SettingError);
  const { message } = error as SettingError;
  for (const code of ['"Shop-É"', '"shop-é"', '"Two"', '"two"', '"TWO"', 'UPDATE company SET code']) expect(message).toContain(code);
  expect(message).not.toMatch(/OTHER|\n/);

  await pool.query(`UPDATE company SET code = code || '-' || id WHERE code IN ('shop-é', 'two', 'TWO')`);
  await migrateDatabase(pool);
  await expect(pool.query(`INSERT INTO company (code, name) VALUES ('other', 'g')`)).rejects.toThrow(/company_code/);
});
