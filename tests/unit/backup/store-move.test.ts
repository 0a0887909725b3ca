import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStoreMove, describeUnreadStores } from '../../../server/backup/store-move.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'touchpath-move-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const DATABASE_URL = 'postgresql://touchpath@db/touchpath';
const CLICKHOUSE_URL = 'http://ch:8123/touchpath';
const FORMS = {
  none: { databaseUrl: null, clickhouseUrl: null },
  postgres: { databaseUrl: DATABASE_URL, clickhouseUrl: null },
  clickhouse: { databaseUrl: null, clickhouseUrl: CLICKHOUSE_URL },
  both: { databaseUrl: DATABASE_URL, clickhouseUrl: CLICKHOUSE_URL },
} as const;
type Form = keyof typeof FORMS;

/** What a start in each form answers: `starts`, or the setting that it names and what it says of it. */
const answers = async (files: readonly string[]): Promise<Record<Form, string>> => {
  for (const file of files) {
    await mkdir(join(dataDir, dirname(file)), { recursive: true });
    await writeFile(join(dataDir, file), '');
  }
  const answer = ([form, servers]: readonly [string, (typeof FORMS)[Form]]) =>
    checkStoreMove({ dataDir, ...servers }).then(
      () => [form, 'starts'] as const,
      (error: Error) =>
        [form, /^\w+: .*(?=\. (?:Set|Run))/.exec(error.message)?.[0] ?? error.message] as const,
    );
  const found = await Promise.all(Object.entries(FORMS).map(answer));
  return Object.fromEntries(found.map(([form, text]) => [form, text.replace(dataDir, 'DIR')])) as never;
};

describe('a start finds its data, or is refused', () => {
  const starts = { none: 'starts', postgres: 'starts', clickhouse: 'starts', both: 'starts' };
  const embedded = (name: string) => `${name}: the data of DIR are in its embedded store`;
  const onServer = (name: string) => `${name}: the data of DIR are on a server`;
  const EMBEDDED = ['postgres/data/PG_VERSION', 'clickhouse/data/x'];
  const USED = ['journal/position.json', 'tracking-snapshot.ndjson'];

  test.each<readonly [string, readonly string[], Record<Form, string>]>([
    ['a new folder', [], starts],
    ['a first start that was cut off, before it accepted an event', [...EMBEDDED, 'secrets.json'], starts],
    [
      'embedded stores',
      [...EMBEDDED, ...USED],
      {
        none: 'starts',
        postgres: embedded('DATABASE_URL'),
        clickhouse: embedded('CLICKHOUSE_URL'),
        both: embedded('DATABASE_URL'),
      },
    ],
    [
      'a restored backup, which has not been started',
      ['postgres-location', 'clickhouse/data/x', 'journal/position.json'],
      {
        none: 'starts',
        postgres: embedded('DATABASE_URL'),
        clickhouse: embedded('CLICKHOUSE_URL'),
        both: embedded('DATABASE_URL'),
      },
    ],
    [
      'two servers',
      [...USED, 'journal/collector.json'],
      {
        none: onServer('DATABASE_URL'),
        postgres: onServer('CLICKHOUSE_URL'),
        clickhouse: onServer('DATABASE_URL'),
        both: 'starts',
      },
    ],
    [
      'PostgreSQL as a server, and an embedded ClickHouse',
      ['clickhouse/data/x', ...USED],
      {
        none: onServer('DATABASE_URL'),
        postgres: 'starts',
        clickhouse: onServer('DATABASE_URL'),
        both: embedded('CLICKHOUSE_URL'),
      },
    ],
    ['two servers after an embedded trial', [...EMBEDDED, ...USED, 'journal/collector.json'], starts],
  ])('%s', async (_, files, expected) => {
    expect(await answers(files)).toEqual(expected);
  });

  test('a start says which data it leaves out where a folder has those of a trial and was used with servers', async () => {
    const unread = async (form: Form) =>
      (await describeUnreadStores({ dataDir, ...FORMS[form] })).map(line => line.replaceAll(dataDir, 'DIR'));
    await answers([...EMBEDDED, ...USED]);
    expect(await unread('none')).toEqual([]);
    await answers(['journal/collector.json']);
    expect(await unread('both')).toEqual([
      expect.stringMatching(
        /^DATABASE_URL names a server: .* in DIR\/postgres are from before and are not read\./,
      ),
      expect.stringMatching(/^CLICKHOUSE_URL names a server: .* in DIR\/clickhouse are from before /),
    ]);
    expect(await unread('postgres')).toEqual([
      expect.stringMatching(/^DATABASE_URL names a server/),
      expect.stringMatching(/^CLICKHOUSE_URL is not set, and DIR was used with a server before: /),
    ]);
    // A move has copied the data, and its own checks guard them.
    await writeFile(join(dataDir, 'store-move.json'), '{"relational":"moved","events":"moved"}');
    expect(await unread('both')).toEqual([]);
  });
});
