import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createPool, openDatabase } from '../../../server/store/postgres/engine/connect.ts';
import {
  BEFORE_BASELINE,
  hasOwnSchema,
  migrateDatabase,
} from '../../../server/store/postgres/engine/migrate.ts';
import { startPostgres } from '../../../server/store/postgres/engine/supervisor.ts';
import { either } from '../../support/long.ts';
import { maintain } from '../../support/maintain.ts';
import { ownFolder } from '../../support/own-folder.ts';

const { postgres } = inject('stores');

/** The complete catalog of a database, one line for each object. */
const CATALOG = `
  WITH own AS (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'drizzle'))
  SELECT format('relation %s %s %s %s %s %s', c.oid::regclass, c.relkind, c.relpersistence, c.relacl, c.reloptions, c.relrowsecurity) AS line
  FROM pg_class c WHERE relnamespace IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('column %s %s %s: %s %s %s %s%s %s %s', a.attrelid::regclass, row_number() OVER (PARTITION BY attrelid ORDER BY attnum), attname,
    format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attcollation::regcollation, attacl)
  FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relnamespace IN (SELECT oid FROM own) AND relkind IN ('r', 'p', 'v', 'm') AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT format('constraint %s %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) FROM pg_constraint WHERE connamespace IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('index %s %s', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE relnamespace IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('trigger %s %s', pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid WHERE NOT tgisinternal AND relnamespace IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('function %s %s', pg_get_functiondef(oid), proacl) FROM pg_proc WHERE pronamespace IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('sequence %s %s %s %s %s %s %s %s owned by %s %s', seqrelid::regclass, format_type(seqtypid, NULL), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
    refobjid::regclass, (SELECT attname FROM pg_attribute WHERE attrelid = refobjid AND attnum = refobjsubid))
  FROM pg_sequence LEFT JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = seqrelid AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
  UNION ALL
  SELECT format('type %s %s %s', typname, typtype, (SELECT array_agg(enumlabel ORDER BY enumsortorder) FROM pg_enum WHERE enumtypid = t.oid)) FROM pg_type t WHERE typnamespace IN (SELECT oid FROM own)
  UNION ALL
  SELECT format('statistics %s', pg_get_statisticsobjdef(oid)) FROM pg_statistic_ext
  UNION ALL
  SELECT format('policy %s %s', polrelid::regclass, polname) FROM pg_policy
  UNION ALL
  SELECT format('extension %s', extname) FROM pg_extension
  UNION ALL
  SELECT format('comment %s', description) FROM pg_description WHERE objoid IN (SELECT oid FROM pg_class WHERE relnamespace IN (SELECT oid FROM own))
  UNION ALL
  SELECT format('schema %s %s', nspname, nspacl) FROM pg_namespace WHERE oid IN (SELECT oid FROM own)
  ORDER BY line`;

const names: string[] = [];
const pools: Pool[] = [];
/** @param template the database to copy; omitted: an empty one */
const createDatabase = async (template = 'template1'): Promise<Pool> => {
  const name = `baseline_${randomUUID().replaceAll('-', '')}`;
  await maintain(postgres, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  names.push(name);
  const pool = createPool({ ...postgres, database: name, max: 2 }, pino({ level: 'silent' }));
  pools.push(pool);
  return pool;
};
afterAll(async () => {
  for (const pool of pools) await pool.end();
  for (const name of names) await maintain(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
});

const catalogOf = async (pool: Pool): Promise<string[]> =>
  (await pool.query<{ line: string }>(CATALOG)).rows.map(({ line }) => line);

const recorded = async (pool: Pool): Promise<number[]> =>
  (
    await pool.query<{ at: string }>('SELECT created_at AS at FROM drizzle.__drizzle_migrations ORDER BY id')
  ).rows.map(({ at }) => Number(at));
const times = async (folder: string): Promise<number[]> =>
  (
    JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { when: number }[] }
  ).entries.map(({ when }) => when);
const REPLACED = await times(BEFORE_BASELINE);
/** A database as a version before the baseline left it after this number of migrations. */
const migrateBefore = async (applied: number): Promise<Pool> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-migrations-'));
  await cp(BEFORE_BASELINE, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: object[] };
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, applied) }));
  const pool = await createDatabase();
  await migrate(drizzle(pool), { migrationsFolder: folder });
  await rm(folder, { recursive: true });
  return pool;
};
let former: string;
beforeAll(async () => {
  const pool = await migrateBefore(REPLACED.length);
  former = names.at(-1) ?? '';
  // A database with connections cannot be copied.
  await pool.end();
  pools.splice(pools.indexOf(pool), 1);
});
/** As `migrateBefore`, with a company and a product. All migrations are applied once, and copied. */
const makeOlder = async (applied: number): Promise<Pool> => {
  const pool = applied === REPLACED.length ? await createDatabase(former) : await migrateBefore(applied);
  await pool.query(`INSERT INTO company (code, name) VALUES ('é-1', '会社')`);
  await pool.query(
    `INSERT INTO product (company_id, name, domain, url) SELECT id, '商品 é', 'p.example', 'https://p.example/' FROM company`,
  );
  return pool;
};
/** Every row of every table as a line. */
const rowsOf = async (pool: Pool): Promise<string[]> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const lines: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(
      `SELECT one::text AS line FROM public.${name} AS one ORDER BY 1`,
    );
    lines.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return lines;
};

/** A database without earlier migrations, and its catalog. */
let fresh: Pool;
let catalog: string[];
beforeAll(async () => {
  fresh = await createDatabase();
  await migrateDatabase(fresh);
  catalog = await catalogOf(fresh);
});

test('the baseline creates the same catalog in an empty database as the migrations that it replaced', async () => {
  expect([await hasOwnSchema(fresh), catalog.length > 1_000]).toEqual([true, true]);
  const older = await createDatabase(former);
  // Later migrations are added to both.
  await migrateDatabase(older);
  expect(catalog).toEqual(await catalogOf(older));
});

test('a database with all former migrations gets later ones only, and keeps its rows and records of migrations', async () => {
  const older = await makeOlder(REPLACED.length);
  await older.query(
    `INSERT INTO result_news (company_id, product_id, cv_time, conversion_id, interaction_id, ad_id, approved_cost, pending_cost, step)
     SELECT company_id, id, '2026-02-28T15:00:00Z', 9007199254740993, 0, 0, -150, 9007199254740993, 1 FROM product`,
  );
  const rows = (await rowsOf(older)).map(line => line.replace(/^result_news /, 'result_cost_change '));
  expect(rows.filter(line => line.startsWith('result_cost_change '))).toHaveLength(1);
  await migrateDatabase(older);
  // A row has the values of later columns at its end.
  const migrated = await rowsOf(older);
  expect(migrated.map((line, index) => line.slice(0, (rows[index]?.length ?? 0) - 1))).toEqual(
    rows.map(line => line.slice(0, -1)),
  );
  expect(await catalogOf(older)).toEqual(catalog);
  expect((await recorded(older)).slice(0, REPLACED.length)).toEqual(REPLACED);
  expect(await hasOwnSchema(older)).toBe(true);
});

// Each number of them comes to the same statements, so that npm test tries the first one.
test.each(either(1, 5, 16, REPLACED.length - 1))(
  'a database with the first %i former migrations gets the others, and then has the same catalog',
  async applied => {
    const older = await makeOlder(applied);
    expect(await hasOwnSchema(older)).toBe(false);
    await migrateDatabase(older);
    expect(await catalogOf(older)).toEqual(catalog);
    expect(
      (await older.query('SELECT code, p.name FROM company JOIN product p ON p.company_id = company.id'))
        .rows,
    ).toEqual([{ code: 'é-1', name: '商品 é' }]);
    expect((await recorded(older)).slice(0, REPLACED.length)).toEqual(REPLACED);
  },
);

test('a queued mail to a first administrator of an earlier version becomes one with a link for a new password', async () => {
  const older = await makeOlder(REPLACED.length);
  const account = { companyCode: 'é-1', email: 'boss@p.example', locale: 'ja' };
  for (const kind of ['invitation', 'report'])
    await older.query('INSERT INTO mail (mail_order, next_at, created_at) VALUES ($1, now(), now())', [
      { kind, ...account },
    ]);
  await migrateDatabase(older);
  expect((await older.query('SELECT mail_order FROM mail ORDER BY id')).rows).toEqual([
    { mail_order: { kind: 'password_reset', ...account } },
    { mail_order: { kind: 'report', ...account } },
  ]);
});

test('stored plans of recomputations get the present names of their counts, once', async () => {
  const pool = await createDatabase();
  await pool.query('CREATE TABLE recomputation (counts jsonb)');
  const changes = { made: 1, moved: 0, rejudged: 2, decided: 3 };
  for (const counts of [
    { ...changes, kept: 4, unearned: 0 },
    { ...changes, irreversible: 5, ineligible: 6 },
  ])
    await pool.query('INSERT INTO recomputation VALUES ($1)', [counts]);
  const statement = await readFile('server/store/migrations/postgres/0004_recomputation-counts.sql', 'utf8');
  for (const _ of ['first', 'again']) await pool.query(statement);
  expect((await pool.query('SELECT counts FROM recomputation')).rows).toEqual([
    { counts: { ...changes, irreversible: 5, ineligible: 6 } },
    { counts: { ...changes, irreversible: 4, ineligible: 0 } },
  ]);
});

test('a database whose first migration was interrupted before it was recorded starts with the baseline', async () => {
  const pool = await createDatabase();
  await pool.query('CREATE SCHEMA drizzle');
  await pool.query(
    'CREATE TABLE drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  await migrateDatabase(pool);
  expect((await recorded(pool))[0]).toBe(REPLACED.at(-1));
});

test('a data folder with an embedded database from before the baseline is opened with all its rows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-before-baseline-'));
  await chmod(folder, 0o755); // as root, PostgreSQL runs as another user, who needs access
  const log = pino({ level: 'silent' });
  try {
    const server = await startPostgres(ownFolder(folder), log);
    const address = { host: server.socket, user: server.user };
    await maintain(address, 'CREATE DATABASE touchpath');
    const pool = createPool({ ...address, database: 'touchpath', max: 1 }, log);
    await migrate(drizzle(pool), { migrationsFolder: BEFORE_BASELINE });
    await pool.query(`INSERT INTO company (code, name) VALUES ('é-1', '会社')`);
    await pool.end();
    await server.stop();

    const opened = await openDatabase({ databaseUrl: null }, ownFolder(folder), log);
    const { rows } = await opened.db.execute(sql`SELECT code, name FROM company`);
    await opened.close();
    expect(rows).toEqual([{ code: 'é-1', name: '会社' }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
