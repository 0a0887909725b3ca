import { describe, expect, it } from 'vitest';
import { reachesOut } from '../../../server/store/clickhouse/engine/guard.ts';
import { statementsOf } from '../../../server/store/clickhouse/migrations/migrate.ts';

describe('the guard of the columnar engine', () => {
  it.each([
    ["SELECT * FROM file('/etc/passwd')", 'file'],
    ["select * from FILE ('x')", 'FILE'],
    ["SELECT * FROM `url`('http://169.254.169.254/')", 'url'],
    ["INSERT INTO FUNCTION file('x') SELECT 1", 'file'],
    ["CREATE TABLE t (a Int8) ENGINE = URL('http://x')", 'URL'],
    ["SELECT 1 INTO OUTFILE '/tmp/x'", 'INTO OUTFILE'],
    ["SELECT 1 INTO \n OUTFILE '/tmp/x'", 'INTO \n OUTFILE'],
    ["INSERT INTO t FROM  INFILE '/tmp/x'", 'FROM  INFILE'],
    ["SELECT * FROM s3('x')", 's3'],
    ["SELECT file/* */('/etc/passwd')", 'file'],
    ["SELECT * FROM \"remote\"('other', 'a', 'b')", 'remote'],
    ["SELECT 'it''s', * FROM postgresql('h')", 'postgresql'],
    ["SELECT '\\'', file('x')", 'file'],
    ["SELECT ' -- file(1)", 'file'],
    ['SELECT /* -- file(1)', 'file'],
    ['SELECT `-- file(1)', 'file'],
    ['SELECT "-- file(1)', 'file'],
    ["BACKUP TABLE contact TO S3('x')", 'S3'],
    ["BACKUP TABLE contact TO File('x') SETTINGS base_backup = File('y')", 'File'],
    ["SELECT 1 FROM File('x') -- BACKUP TO", 'File'],
    ["SELECT 1; BACKUP TABLE contact TO File('x')", 'File'],
    ["xBACKUP TABLE contact TO File('x')", 'File'],
  ])('rejects access outside of the store in %s, by its word', (sql, word) =>
    expect(reachesOut(sql)).toBe(word),
  );

  it.each([
    "SELECT 'file(1)' AS url, url IN ('a') FROM contact",
    "SELECT path(url), domain(referrer) FROM access -- file('x')",
    "BACKUP TABLE contact, TABLE access TO File('name/') ASYNC",
    "RESTORE TABLE contact FROM File('name/') ASYNC",
    "\n BACKUP TABLE contact TO  File ('name/')",
    'SELECT profile(1)',
    'INSERT INTO conversion (args, url) FORMAT JSONEachRow',
    "SELECT 1 /* url('x') */",
    "SELECT 'it''s file(1)', '\\'url(', \"é日本\"",
    'SELECT fi/* */le(1)',
    "SELECT '\\n file(1)', '\\ file(1)'",
    "SELECT `a'`, 'file(1)', `\\'`, 'file(1)', `\\ '`, 'file(1)'",
    "SELECT \"a'\", 'file(1)', \"\\'\", 'file(1)', \"\\ '\", 'file(1)'",
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
