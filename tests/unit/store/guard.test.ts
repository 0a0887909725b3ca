import { describe, expect, it } from 'vitest';
import { reachesOut } from '../../../server/store/clickhouse/engine/guard.ts';
import { statementsOf } from '../../../server/store/clickhouse/migrations/migrate.ts';

describe('the guard of the columnar engine', () => {
  it.each([
    "SELECT * FROM file('/etc/passwd')",
    "select * from FILE ('x')",
    "SELECT * FROM `url`('http://169.254.169.254/')",
    "INSERT INTO FUNCTION file('x') SELECT 1",
    "CREATE TABLE t (a Int8) ENGINE = URL('http://x')",
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    "SELECT * FROM s3('x')",
    "SELECT file/* */('/etc/passwd')",
    "SELECT * FROM \"remote\"('other', 'a', 'b')",
    "SELECT 'it''s', * FROM postgresql('h')",
    "SELECT '\\'', file('x')",
    "BACKUP TABLE contact TO S3('x')",
    "BACKUP TABLE contact TO File('x') SETTINGS base_backup = File('y')",
    "SELECT 1 FROM File('x') -- BACKUP TO",
  ])('rejects access outside of the store in %s', sql => expect(reachesOut(sql)).not.toBeNull());

  it.each([
    "SELECT 'file(1)' AS url, url IN ('a') FROM contact",
    "SELECT path(url), domain(referrer) FROM access -- file('x')",
    "BACKUP TABLE contact, TABLE access TO File('name/') ASYNC",
    "RESTORE TABLE contact FROM File('name/') ASYNC",
    'SELECT profile(1)',
    'INSERT INTO conversion (args, url) FORMAT JSONEachRow',
    "SELECT 1 /* url('x') */",
    "SELECT 'it''s file(1)', '\\'url(', \"é日本\"",
  ])('accepts %s', sql => expect(reachesOut(sql)).toBeNull());
});

describe('the statements of a migration file', () => {
  it('end at semicolons, but not at those in texts, names and comments', () => {
    expect(
      statementsOf(
        "-- a; b\nCREATE TABLE `a;b` (x String COMMENT 'the network''s; own');\n\n/* c; */ SELECT ';\\';' ; ",
      ),
    ).toEqual(["CREATE TABLE `a;b` (x String COMMENT 'the network''s; own')", "SELECT ';\\';'"]);
  });
});
