import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startConfiguredClickHouse } from '../../support/configured-clickhouse.ts';
import { Installation } from '../../support/installation-life/installation.ts';
import { isLong } from '../../support/long.ts';
import { DEBIAN_POSTGRES, startMachinePostgres } from '../../support/machine-postgres.ts';
import { openRelay, type Relay } from '../../support/relay.ts';

/** The statements and commands of docs/operations.md, as an operator copies them. */
const [, guide = ''] = readFileSync('docs/operations.md', 'utf8').split('\n## Backups\n');
const documented = (name: string): string => {
  const found = new RegExp(`\`(${name} [^\`]+)\``).exec(guide)?.[1];
  if (found === undefined) throw new Error(`docs/operations.md has no ${name}`);
  return found;
};

/** PostgreSQL and ClickHouse as servers, without data. */
interface Servers {
  readonly settings: { readonly DATABASE_URL: string; readonly CLICKHOUSE_URL: string };
  /** The network between the program and ClickHouse. */
  readonly clickhouse: Relay;
  /** Runs a program of PostgreSQL in the folder of backups. */
  runShell(command: string): Promise<void>;
  /** Runs a statement at the ClickHouse server itself. */
  readonly runStatement: (query: string) => Promise<void>;
  stop(): Promise<void>;
}

const TIMEOUT_MS = 300_000;

// It needs the programs of a PostgreSQL server, which are not those of the embedded one.
describe.runIf(isLong && existsSync(join(DEBIAN_POSTGRES, 'pg_dump')))(
  'a backup with the tools of the servers',
  { timeout: TIMEOUT_MS },
  () => {
    let folder: string;
    let backups: string;
    let installation: Installation;
    const running: Servers[] = [];

    const startServers = async (name: string): Promise<Servers> => {
      const postgres = await startMachinePostgres(DEBIAN_POSTGRES, join(folder, `${name}-postgres`), {
        locale: 'C.UTF-8',
        settings: [],
      });
      const engine = await startConfiguredClickHouse(
        join(folder, `${name}-clickhouse`),
        join(backups, 'clickhouse'),
      );
      const relays = [
        await openRelay(join(postgres.socket, '.s.PGSQL.5432')),
        await openRelay(engine.socket),
      ] as const;
      const settings = {
        DATABASE_URL: `postgresql://${postgres.user}@127.0.0.1:${relays[0].port}/touchpath`,
        CLICKHOUSE_URL: `http://127.0.0.1:${relays[1].port}/touchpath`,
      };
      const made: Servers = {
        settings,
        clickhouse: relays[1],
        runShell: async command => {
          await promisify(execFile)('/bin/sh', ['-ec', command], {
            cwd: backups,
            env: { ...process.env, ...settings, PATH: `${DEBIAN_POSTGRES}:${process.env['PATH']}` },
          });
        },
        runStatement: engine.run,
        stop: async () => {
          for (const relay of relays) await relay.close();
          await Promise.all([postgres.stop(), engine.stop()]);
        },
      };
      running.push(made);
      await made.runShell(`createdb --maintenance-db="$\{DATABASE_URL%/*}/postgres" touchpath`);
      return made;
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'touchpath-servers-'));
      await chmod(folder, 0o755); // for root: PostgreSQL runs as another user that must be able to enter
      backups = join(folder, 'backups');
      await mkdir(backups);
    });
    afterAll(async () => {
      await installation.remove();
      await Promise.all(running.map(servers => servers.stop()));
      await rm(folder, { recursive: true, force: true });
    });

    test('restores equal answers by the documented steps, and each journalled event once', async () => {
      const original = await startServers('original');
      installation = await Installation.create(original.settings);
      const dataDir = (name: string) => join(installation.folder, name);
      await installation.apply({ type: 'burst', clicks: 30, conversions: 8 });
      await installation.check();
      // Of these, the journal that is copied says that they are not loaded; the backup of ClickHouse has them.
      await original.clickhouse.reach(false);
      await installation.apply({ type: 'burst', clicks: 10, conversions: 3 });
      for (const name of ['secrets.json', 'journal'])
        await cp(join(dataDir('data'), name), join(backups, name), { recursive: true });
      await original.clickhouse.reach(true);
      await installation.check();
      await original.runShell(documented('pg_dump'));
      await original.runStatement(documented('BACKUP TABLE'));
      const before = await installation.answers();
      await installation.apply({ type: 'stop' });

      const restored = await startServers('restored');
      await restored.runShell(documented('pg_restore'));
      await restored.runStatement(documented('CREATE DATABASE'));
      await restored.runStatement(documented('RESTORE TABLE'));
      for (const name of ['secrets.json', 'journal'])
        await cp(join(backups, name), join(dataDir('restored'), name), { recursive: true });
      installation.useServers(restored.settings);
      installation.moveTo('restored');
      expect(await installation.command('collectors', 'mark-restored')).toEqual({
        code: 0,
        output: expect.stringContaining('1 '),
      });
      await installation.apply({ type: 'start' });
      await installation.check();
      const after = await installation.answers();
      expect(Object.keys(before).filter(path => after[path] !== before[path])).toEqual([]);

      await installation.apply({ type: 'burst', clicks: 3, conversions: 2 });
      await installation.check();
      await installation.apply({ type: 'stop' });
    });
  },
);
