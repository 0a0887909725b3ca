import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { segmentNames } from '../../../server/collector/segments.ts';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { operatorCommand } from '../../support/child.ts';
import { Installation } from '../../support/installation-life/installation.ts';
import { either, isLong } from '../../support/long.ts';
import { openRelay, type Relay } from '../../support/relay.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const DATABASE = `move_${randomUUID().replaceAll('-', '')}`;

let installation: Installation;
let parts: TestParts;
let server: Columnar;
let relays: Relay[];
let servers: Record<string, string>;

beforeAll(async () => {
  parts = await createTestParts();
  const { postgres, clickhouse } = inject('stores');
  server = connectColumnar({ socket: clickhouse }, 'default');
  relays = [await openRelay(join(postgres.host, '.s.PGSQL.5432')), await openRelay(clickhouse)];
  const database = new URL(parts.settings.databaseUrl ?? '').pathname;
  servers = {
    DATABASE_URL: `postgresql://${postgres.user}@127.0.0.1:${relays[0]?.port}${database}`,
    CLICKHOUSE_URL: `http://127.0.0.1:${relays[1]?.port}/${DATABASE}`,
  };
  installation = await Installation.create();
}, 300_000);
afterAll(async () => {
  await installation.remove();
  for (const relay of relays) await relay.close();
  await server.command({ query: `DROP DATABASE IF EXISTS ${DATABASE}` });
  await server.close();
  await parts.close();
});

const move = () => installation.command('migrate-data', 'move');
const file = (name: string) => join(installation.folder, 'data', name);
const start = () => installation.apply({ type: 'start' });

/** Starts a move, and kills it when it has copied the first month of a table. */
const killMove = async (): Promise<void> => {
  const child = spawn(process.execPath, [await operatorCommand('migrate-data'), 'move'], {
    env: installation.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
};

it('moves everything to the servers, also after an interruption', { timeout: 400_000 }, async () => {
  await installation.apply({ type: 'burst', clicks: 40, conversions: 12 });
  await installation.check();
  const before = await installation.answers();
  // The journal still has events: whether the store has them as well, nobody knows.
  await installation.apply({ type: 'killDuringBurst', afterMs: 400 });

  expect(await move()).toEqual({ code: 1, output: expect.stringContaining('Set DATABASE_URL') });
  installation.useServers(servers);
  // A start would find an empty database there, and links that lead nowhere.
  const unmoved = expect.stringMatching(/^DATABASE_URL: .+ Run npm run migrate-data before .+\n$/) as string;
  await expect(start()).rejects.toThrow('Run npm run migrate-data before');
  if (isLong) expect(await installation.command('doctor', 'examine')).toEqual({ code: 1, output: unmoved });
  installation.useServers({ CLICKHOUSE_URL: servers['CLICKHOUSE_URL'] ?? '' });
  await expect(start()).rejects.toThrow('CLICKHOUSE_URL: the data of');
  installation.useServers(servers);
  await killMove();
  await expect(start()).rejects.toThrow('Run npm run migrate-data again');
  expect(await move()).toEqual({
    code: 0,
    output: expect.stringMatching(
      /contact \d{6}: \d+ rows were there\n[^]*conversion \d{6}: \d+ rows copied\n[^]*Moved/,
    ),
  });
  if (isLong) expect(await move()).toEqual({ code: 0, output: expect.stringContaining('nothing to move') });
  expect(JSON.parse(await readFile(file('journal/position.json'), 'utf8'))).toMatchObject({
    current: null,
    unsure: await segmentNames(file('journal')),
  });
  installation.useServers({});
  await expect(start()).rejects.toThrow('DATABASE_URL: the data of');
  // A nightly backup must not go on copying what the program no longer writes.
  const refused = expect.stringMatching(
    /^DATABASE_URL: the data of .+ was moved to a server\. .+\n$/,
  ) as string;
  const stale = join(installation.folder, 'stale');
  expect(await installation.command('backup', 'create', stale)).toEqual({ code: 1, output: refused });
  if (isLong) expect(await installation.command('rebuild')).toEqual({ code: 2, output: refused });

  installation.useServers(servers);
  await start();
  await installation.check();
  const after = await installation.answers();
  const settings = ['products/', 'ads/', 'roles/', 'changes/?action__ne=sign_in'];
  for (const path of settings) expect([path, after[path]]).toEqual([path, before[path]]);
  if (isLong) {
    await installation.apply({ type: 'burst', clicks: 3, conversions: 2 });
    await installation.check();
  }
  await installation.apply({ type: 'stop' });

  // Another installation does not overwrite what the servers have.
  await rm(file('store-move.json'));
  await writeFile(file('journal/collector.json'), JSON.stringify({ id: randomUUID(), number: 0 }));
  for (const name of either('DATABASE_URL', 'CLICKHOUSE_URL')) {
    installation.useServers({ [name]: servers[name] ?? '' });
    expect(await move()).toEqual({
      code: 1,
      output: `${name}: the server has data of Touchpath already. Name a database without any.\n`,
    });
  }
});
