import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processesIn, until } from '../../../server/platform/processes.ts';
import { SERVER } from '../../support/child.ts';
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

/** The processes of the stores of a data folder. */
const storesOf = async (dataDir: string): Promise<number[]> => [
  ...(await processesIn(await clusterOf(dataDir), 'postgres', [])),
  ...(await processesIn(join(dataDir, 'clickhouse/data'), 'engine', [])),
];

/**
 * Where this machine separates no namespaces: makes the lock of a program that runs look as one of another
 * container, whose heart beats.
 */
const disguiseLock = async (dataDir: string): Promise<ChildProcess> => {
  const name = (await readdir(dataDir)).find(one => /^lock\.\d+$/.test(one)) ?? '';
  const text = (await readFile(join(dataDir, name), 'utf8')).replace(/(?<="boot":")[^"]*/, boot =>
    'f'.repeat(boot.length),
  );
  // By a process of its own, as ours waits for the start that is tried; often, as the program's own heart
  // beats too.
  const code =
    'const [file, text] = process.argv.slice(1); setInterval(() => require("fs").writeFileSync(file, text.replace(/\\d{12}/, String(process.hrtime.bigint()).slice(-12)), { flag: "r+" }), 5)';
  const writer = spawn(process.execPath, ['-e', code, join(dataDir, name), text], { stdio: 'inherit' });
  await until(async () => (await readFile(join(dataDir, name), 'utf8')).includes('"boot":"ffff'), 10_000);
  return writer;
};

/** The program as people start it, without the demo. */
describe('the program', { timeout: 300_000 }, () => {
  const root = resolve(import.meta.dirname, '../../..');
  let folder: string;
  let dataDir: string;
  let program: Program | null = null;
  const quick = { SEED: 'none' };
  /** A start that is expected to end by itself: its code and what it said. */
  const tryStart = (
    environment: Record<string, string>,
    args: string[] = [],
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

  it('starts on an empty folder and says where it is and how to sign in', async () => {
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

  it('refuses a second start on its folder, and another on its port, each in one line', () => {
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

  it('refuses a start from another container, which touches nothing of the stores', async () => {
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

  it.each<[Record<string, string>, string[], RegExp]>([
    // One that is read, one that is tried, one that fails while the other store is being opened; of the last
    // two kinds the stores' own tests know more.
    [{}, ['--seed'], /^Unknown argument --seed.+$/],
    [{ HOST: '203.0.113.7' }, [], /^HOST 203\.0\.113\.7 is not an address of this machine\.$/],
    [{ DATABASE_URL: 'postgresql://a:hush@127.0.0.1:9/x' }, [], /^DATABASE_URL: (?!.*hush).+\.$/],
  ])('ends a start with %o %o in one line', (environment, args, line) => {
    expect(tryStart({ DATA_DIR: join(folder, 'other'), ...environment }, args)).toEqual({
      status: 1,
      lines: [expect.stringMatching(line)],
    });
  });

  it('refuses in one line to show the demo with its published password to other machines', () => {
    expect(tryStart({ DATA_DIR: join(folder, 'other'), HOST: '0.0.0.0', SEED: '' })).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^HOST=0\.0\.0\.0 .+ SEED=none .+\.$/)],
    });
  });

  /** A command of the operator; answers its code and what it prints. */
  const command = (name: 'company' | 'admin', ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/run.mjs', `scripts/${name}.ts`, ...args],
      {
        cwd: root,
        encoding: 'utf8',
        timeout: 120_000,
        env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: program?.url ?? 'http://localhost' },
      },
    );
    return { status, stdout, stderr };
  };

  it('gets a second company while it runs on its embedded stores, whose administrator signs in by the link', async () => {
    const made = command(
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
        await post('reset_password', {
          token: link.split('#token=')[1],
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
      command('admin', 'reset', '--company', 'second', '--email', 'nobody@second.example'),
    ).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^[^\n]+ name one of boss@second\.example\.\n$/) as string,
    });
    expect(command('company', 'make')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('npm run company -- create --code CODE') as string,
    });
  });

  it('starts again on the same data after it was killed without a word, and stops cleanly when asked', async () => {
    await program!.kill();
    expect(
      await until(async () => (await storesOf(dataDir)).length === 0, 10_000),
      'no store outlives its program',
    ).toBe(true);
    program = await startProgram(dataDir, quick);
    expect(program.output()).toContain('account of your company');
  });

  it('ends at once, with its stores, when another program took its folder over', async () => {
    const newest = Math.max(
      ...(await readdir(dataDir)).map(name => Number(/^lock\.(\d+)$/.exec(name)?.[1] ?? 0)),
    );
    // As one that came and went while ours was suspended.
    await writeFile(
      join(dataDir, `lock.${newest + 1}`),
      (await readFile(join(dataDir, `lock.${newest}`), 'utf8')).replace(/\d{12}/, '0000released'),
    );
    expect(await program!.ended).toBe(1);
    expect(await storesOf(dataDir)).toEqual([]);
    expect(program!.output()).toMatch(/Another program owns .+ This one exits\.\n$/);
    program = await startProgram(dataDir, quick);
    expect(await program.stop()).toBe(0);
  });

  it('is started again by its supervisor when it was killed, and is followed by the next start when the supervisor was', async () => {
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
    const code = `import('./scripts/supervise.mjs').then(({ supervise }) => supervise([${JSON.stringify(SERVER)}]))`;
    const supervisor = spawn(process.execPath, ['-e', code], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'silent', ...quick },
    });
    expect(await until(isReady, 120_000)).toBe(true);
    const killed = await serverPid();
    process.kill(killed, 'SIGKILL');
    expect(await until(async () => (await serverPid()) !== killed && (await isReady()), 120_000)).toBe(true);
    const ended = once(supervisor, 'exit');
    supervisor.kill('SIGKILL');
    await ended;
    expect(await isReady()).toBe(true);
    const left = await serverPid();
    program = await startProgram(dataDir, { ...quick, PORT: port });
    expect(await until(async () => (await serverPid()) !== left && (await isReady()), 120_000)).toBe(true);
    expect(await program.stop()).toBe(0);
  });

  it('gives its companies to the same commands when it does not run', async () => {
    expect(command('company', 'disable', 'second')).toMatchObject({ status: 0 });
    expect(command('company', 'delete', 'second', '--confirm', 'second')).toMatchObject({
      status: 0,
      stderr: '',
    });
    const { stdout } = command('company', 'list');
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^code +state +users/),
      expect.stringMatching(/^touchpath +enabled +1 +0 /),
      '',
    ]);
    expect(await storesOf(dataDir)).toEqual([]);
  });

  /**
   * A start with the demo that is asked to stop as soon as it says `word`, which it does cleanly; answers
   * what it printed.
   */
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

  // That such a demo is whole in the end, the tests of the seed hold on a small one; one of this size is
  // where the journeys are made.
  it('stops cleanly in the middle of the first start, and begins the demo anew at the next', async () => {
    const halfway = join(folder, 'halfway');
    const [, clicks] = /Storing (\d+) clicks/.exec(await stopAt('Storing', halfway)) ?? [];
    expect(Number(clicks)).toBeGreaterThan(300_000);
    expect(await readFile(join(halfway, 'lock.1'), 'utf8')).toContain('released');
    expect(await storesOf(halfway)).toEqual([]);
    await stopAt('creating it again', halfway);
  });
});
