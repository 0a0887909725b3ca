import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesIn, until } from '../../../server/platform/processes.ts';
import { joinColumnar } from '../../../server/store/clickhouse/connect.ts';
import { operatorCommand, SERVER } from '../../support/child.ts';
import { either, isLong } from '../../support/long.ts';
import { separated } from '../../support/namespaces.ts';
import { freePort, type Program, startProgram } from '../../support/program.ts';

const clusterOf = async (dataDir: string): Promise<string> =>
  join(
    await readFile(join(dataDir, 'postgres-location'), 'utf8').then(
      text => text.trim(),
      () => join(dataDir, 'postgres'),
    ),
    'data',
  );

/** The processes of both stores of a data folder. */
const storesOf = async (dataDir: string): Promise<number[]> => [
  ...(await processesIn(await clusterOf(dataDir), 'postgres', [])),
  ...(await processesIn(join(dataDir, 'clickhouse/data'), 'engine', [])),
];

/**
 * Without permission for namespaces: edits the lock of a running program to look like that of another
 * container with heartbeats.
 */
const disguiseLock = async (dataDir: string): Promise<ChildProcess> => {
  const name = (await readdir(dataDir)).find(one => /^lock\.\d+$/.test(one)) ?? '';
  const text = (await readFile(join(dataDir, name), 'utf8')).replace(/(?<="boot":")[^"]*/, boot =>
    'f'.repeat(boot.length),
  );
  // In a process of its own, since the test process blocks during the attempted start; often, since the
  // program itself writes heartbeats as well.
  const code =
    'const [file, text] = process.argv.slice(1); setInterval(() => require("fs").writeFileSync(file, text.replace(/\\d{12}/, String(process.hrtime.bigint()).slice(-12)), { flag: "r+" }), 5)';
  const writer = spawn(process.execPath, ['-e', code, join(dataDir, name), text], { stdio: 'inherit' });
  await until(async () => (await readFile(join(dataDir, name), 'utf8')).includes('"boot":"ffff'), 10_000);
  return writer;
};

/** The program as an operator starts it, without the demo. */
describe('the program', { timeout: 300_000 }, () => {
  const root = resolve(import.meta.dirname, '../../..');
  let folder: string;
  let dataDir: string;
  let program: Program | null = null;
  const quick = { SEED: 'none' };
  /** A start that ends by itself: its exit code and its lines. */
  const tryStart = (
    environment: Record<string, string>,
    args: readonly string[] = [],
    before: readonly string[] = [],
  ) => {
    const words = [...before, process.execPath, SERVER, ...args];
    const { status, stderr } = spawnSync(words[0]!, words.slice(1), {
      cwd: root,
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...quick, ...environment },
    });
    return {
      status,
      lines: stderr
        .trim()
        .split('\n')
        .filter(line => !line.includes('NODE_')),
    };
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-program-'));
    dataDir = join(folder, 'data');
  });
  afterAll(async () => {
    await program?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('starts on an empty folder and prints its address and the first sign-in', async () => {
    program = await startProgram(dataDir, quick);
    const file = join(dataDir, 'first-sign-in.txt');
    const password = /Password:\s*(\S+)/.exec(await readFile(file, 'utf8'))?.[1] ?? 'none';
    expect(program.output()).toContain(program.url);
    expect(program.output()).toContain(password);
    const page = await fetch(`${program.url}/`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<script');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('refuses a second start on its folder or port in one line', () => {
    const port = new URL(program!.url).port;
    expect(tryStart({})).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^Touchpath is already running on .+\.$/)],
    });
    expect(tryStart({ PORT: port, DATA_DIR: join(folder, 'other') })).toEqual({
      status: 1,
      lines: [expect.stringMatching(new RegExp(`^PORT ${port} .+ is used.+\\.$`))],
    });
  });

  it('refuses a start from another container, which leaves the stores untouched', async () => {
    const clusterPid = join(await clusterOf(dataDir), 'postmaster.pid');
    const before = await readFile(clusterPid, 'utf8');
    const disguise = separated === null ? await disguiseLock(dataDir) : null;
    expect(tryStart({}, [], separated ?? [])).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(/^Touchpath is already running on .+ of another container or machine, .+\.$/),
      ],
    });
    disguise?.kill();
    expect(await readFile(clusterPid, 'utf8')).toBe(before);
    expect((await fetch(`${program!.url}/healthz`)).status).toBe(200);
  });

  // An unusable address, an invalid argument, a store that fails while the other is opened, and a demo with its
  // published password for everybody. The tests of the settings, the stores and the seed cover more cases.
  const refusedStarts = either(
    [{ HOST: '203.0.113.7' }, [], /^HOST 203\.0\.113\.7 is not an address of this machine\.$/],
    [{}, ['--seed'], /^Unknown argument --seed.+$/],
    [{ DATABASE_URL: 'postgresql://a:hush@127.0.0.1:9/x' }, [], /^DATABASE_URL: (?!.*hush).+\.$/],
    [{ HOST: '0.0.0.0', SEED: '' }, [], /^HOST=0\.0\.0\.0 .+ SEED=none .+\.$/],
  );
  it.each<readonly [Record<string, string>, readonly string[], RegExp]>(refusedStarts)(
    'ends a start with %o %o in one line',
    (environment, args, line) => {
      expect(tryStart({ DATA_DIR: join(folder, 'other'), ...environment }, args)).toEqual({
        status: 1,
        lines: [expect.stringMatching(line)],
      });
    },
  );

  /** What the environment of commands has, and that of the program has not. */
  const commandSettings: Record<string, string> = {};
  /** Runs a command of the operator without the port of the program. Returns its exit code and output. */
  const command = async (name: 'company' | 'admin' | 'doctor', ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [await operatorCommand(name), ...args], {
      cwd: root,
      encoding: 'utf8',
      timeout: 120_000,
      env: { ...process.env, DATA_DIR: dataDir, ...commandSettings },
    });
    return { status, stdout, stderr };
  };

  it('gets a second company while it runs, whose administrator signs in by the invitation link', async () => {
    const made = await command(
      'company',
      'create',
      '--code',
      'second',
      '--name',
      '二社目',
      '--email',
      'boss@second.example',
    );
    expect(made).toMatchObject({ status: 0, stderr: '' });
    // The program runs: the command joins its stores.
    const joined = await joinColumnar(dataDir);
    await joined.columnar.command({ query: 'DROP TABLE moved_conversion_large' });
    await joined.close();
    const named = 'ClickHouse (default) lacks moved_conversion_large.\n';
    expect(await command('doctor', 'examine')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(named) as string,
    });
    expect(await command('doctor', 'examine', '--mend')).toMatchObject({
      status: 0,
      stdout: `${named}  Mended: The migrations ran.\nNothing is wrong with the installation of ${dataDir}.\n`,
    });
    const [, link = ''] = /^(http\S+#token=\S+)$/m.exec(made.stdout) ?? [];
    expect(link).toContain(program!.url);
    const post = (path: string, body: object) =>
      fetch(`${program!.url}/api/v1/auth/${path}/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect(
      (
        await post('accept_invitation', {
          token: link.split('#token=')[1],
          user_name: '二社目の管理者',
          password: '二社目のための合言葉です',
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await post('signin', {
          company_id: 'second',
          email: 'boss@second.example',
          password: '二社目のための合言葉です',
        })
      ).status,
    ).toBe(200);
    expect(
      await command('admin', 'reset', '--company', 'second', '--email', 'nobody@second.example'),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^[^\n]+ name one of boss@second\.example\.\n$/) as string,
    });
    expect(await command('company', 'make')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm run company -- create --code CODE') as string,
    });
    // A forgotten setting of a shell: the link of a reset would lead to another program.
    commandSettings['PUBLIC_URL'] = 'https://elsewhere.example';
    expect(await command('company', 'disable', 'second')).toMatchObject({
      status: 0,
      stderr: `PUBLIC_URL of this command is https://elsewhere.example, and the program on ${dataDir} last answered at ${program!.url}: links of this command lead to the former.\n`,
    });
    delete commandSettings['PUBLIC_URL'];
  });

  it('has commands that name a store which does not answer, and a setting that is misspelt', async () => {
    // As while PostgreSQL cannot be started again, because the disk is full.
    const socket = join(await clusterOf(dataDir), '../socket/.s.PGSQL.5432');
    commandSettings['SMPT_URL'] = 'smtp://mail.example.jp';
    await rename(socket, `${socket}.away`);
    expect(await command('doctor', 'examine')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^The variable SMPT_URL [^\n]+ SMTP_URL\?\nA store does not answer \(connect ENOENT [^\n]+\.\n$/,
      ) as string,
    });
    await rename(`${socket}.away`, socket);
    delete commandSettings['SMPT_URL'];
  });

  // In the long form only: stores-postgres.test.ts and stores-clickhouse.test.ts hold that no store outlives its program,
  // installation-life.test.ts that it starts again after kills, and store-unavailable.test.ts what it prints then.
  it.runIf(isLong)('starts again on the same data after a kill', async () => {
    await program!.kill();
    expect(
      await until(async () => (await storesOf(dataDir)).length === 0, 10_000),
      'no store outlives its program',
    ).toBe(true);
    program = await startProgram(dataDir, quick);
    expect(program.output()).toContain('account of your company');
  });

  it('ends at once with its stores when another program took over its folder', async () => {
    const newest = Math.max(
      ...(await readdir(dataDir)).map(name => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0)),
    );
    // As if another program had run while this one was suspended.
    await writeFile(
      join(dataDir, `lock.${newest + 1}`),
      (await readFile(join(dataDir, `lock.${newest}`), 'utf8')).replace(/\d{12}/, '0000released'),
    );
    expect(await program!.ended).toBe(1);
    expect(await storesOf(dataDir)).toEqual([]);
    expect(program!.output()).toMatch(/Another program owns .+ This one exits\.\n$/);
  });

  // In the long form only: supervise.test.ts and data-lock.test.ts start and replace small programs.
  it.runIf(isLong)(
    'is restarted by its supervisor after a kill, and replaced by the next start after the supervisor was killed',
    async () => {
      const serverPid = async () => {
        const [newest] = (await readdir(dataDir))
          .map(name => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0))
          .toSorted((a, b) => b - a);
        return (JSON.parse(await readFile(join(dataDir, `lock.${newest}`), 'utf8')) as { pid: number }).pid;
      };
      const port = String(await freePort());
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          answer => answer.ok,
          () => false,
        );
      const code = `import('./scripts/supervise.mjs').then(({ supervise }) => supervise([{ args: [${JSON.stringify(SERVER)}] }]))`;
      const supervisor = spawn(process.execPath, ['-e', code], {
        cwd: root,
        stdio: 'ignore',
        env: { ...process.env, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'silent', ...quick },
      });
      expect(await until(isReady, 120_000)).toBe(true);
      const killed = await serverPid();
      process.kill(killed, 'SIGKILL');
      expect(await until(async () => (await serverPid()) !== killed && (await isReady()), 120_000)).toBe(
        true,
      );
      const ended = once(supervisor, 'exit');
      supervisor.kill('SIGKILL');
      await ended;
      expect(await isReady()).toBe(true);
      const left = await serverPid();
      program = await startProgram(dataDir, { ...quick, PORT: port });
      expect(await until(async () => (await serverPid()) !== left && (await isReady()), 120_000)).toBe(true);
      expect(await program.stop()).toBe(0);
    },
  );

  it('can be administrated by the same commands while it is stopped', async () => {
    expect(await command('company', 'delete', 'second', '--confirm', 'second')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(await storesOf(dataDir)).toEqual([]);
  });

  /** Starts with the demo and asks the program to stop as soon as it prints `word`. Returns the output. */
  const stopAt = async (word: string, halfway: string): Promise<string> => {
    const child = spawn(process.execPath, [SERVER], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: halfway,
        PORT: '0',
        SEED: 'demo',
        LOG_LEVEL: 'info',
        NODE_ENV: 'test',
      },
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes(word) && !child.killed) child.kill('SIGTERM');
    });
    const code = await new Promise(done => child.once('exit', done));
    expect([code, printed]).toEqual([0, expect.stringMatching(/SIGTERM; stopping\.[^]*Stopped\.\n$/)]);
    expect(printed.indexOf(word)).toBeLessThan(printed.indexOf('SIGTERM'));
    expect(printed).not.toMatch(/ERROR|could not start/);
    return printed;
  };

  // In the long form only: the tests of the seed interrupt and complete a small demo; a demo of this size is
  // created for the journeys.
  it.runIf(isLong)(
    'stops cleanly during the first start, and creates the demo anew at the next',
    async () => {
      const halfway = join(folder, 'halfway');
      const [, clicks] = /Storing (\d+) clicks/.exec(await stopAt('Storing', halfway)) ?? [];
      expect(Number(clicks)).toBeGreaterThan(300_000);
      expect(await readFile(join(halfway, 'lock.1'), 'utf8')).toContain('released');
      expect(await storesOf(halfway)).toEqual([]);
      await stopAt('creating it again', halfway);
    },
  );
});
