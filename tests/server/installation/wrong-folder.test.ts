import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorCommand } from '../../support/child.ts';
import { isLong } from '../../support/long.ts';

const inLongForm = (...commands: (readonly [string, string])[]) => (isLong ? commands : []);

/** `systemd` and compose set the program's folder in files that a shell does not read. */
describe('a command in a folder without an installation', { timeout: 120_000 }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-wrong-'));
    await mkdir(join(folder, 'home'));
    await writeFile(join(folder, 'home/notes'), '');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (dataDir: string, name: string, words: readonly string[]) => {
    const env = { PATH: process.env['PATH'], TMPDIR: tmpdir(), DATA_DIR: dataDir };
    const command = await operatorCommand(name);
    return new Promise<{ readonly code: unknown; readonly output: string }>(resolve => {
      const child = execFile(process.execPath, [command, ...words], { env }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, output: stdout + stderr }),
      );
    });
  };

  test.each<readonly [string, string]>([
    // One of each way in which commands open the folder.
    ['company', 'create --code acme --name Acme --email boss@acme.example'],
    ['rebuild', ''],
    ['keys', 'list'],
    ...inLongForm(
      ['company', 'list'],
      ['admin', 'reset --company acme --email boss@acme.example'],
      ['audit-log', 'verify'],
      ['collectors', 'list'],
      ['slices', 'list'],
      ['doctor', 'examine'],
      ['replay', ''],
      ['replay-rejected', ''],
      ['keys', 'rotate jwt'],
      ['keys', 'remove-previous jwt'],
    ),
  ])('%s %s names the folder, and makes no installation', async (name, args) => {
    const words = args === '' ? [] : args.split(' ');
    for (const dataDir of [join(folder, 'missing'), ...(isLong ? [join(folder, 'home')] : [])])
      expect(await run(dataDir, name, words)).toEqual({
        code: 1,
        output: `${dataDir} has no installation: set DATA_DIR to the folder of the program.\n`,
      });
    expect([await readdir(folder), await readdir(join(folder, 'home'))]).toEqual([['home'], ['notes']]);
  });

  // It made an empty installation there, and loaded the accepted events of the journal into it.
  test('a command without the servers that the folder was used with makes no embedded stores', async () => {
    const dataDir = join(folder, 'servers');
    await mkdir(join(dataDir, 'journal'), { recursive: true });
    await writeFile(join(dataDir, 'journal/collector.json'), '{}');
    expect(await run(dataDir, 'backup', ['create', join(folder, 'copy')])).toEqual({
      code: 1,
      output: `DATABASE_URL: the data of ${dataDir} are on a server. Set DATABASE_URL as before, or set another DATA_DIR for a new installation.\n`,
    });
    expect(await readdir(dataDir)).toEqual(['journal']);
    await rm(dataDir, { recursive: true });
  });

  test('an error of the disk is one line that names the path', async () => {
    const path = join(folder, 'home/notes/data');
    expect(await run(path, 'backup', ['restore', folder])).toEqual({
      code: 1,
      output: `ENOTDIR: not a directory, scandir '${path}'\n`,
    });
  });

  test.each([
    ['rebuild', '--help'],
    ['company', '--help'],
    ['backup', 'create -h'],
  ])('%s %s prints how the command is used, and does nothing', async (name, args) => {
    const { code, output } = await run(join(folder, 'missing'), name, args.split(' '));
    expect([code, output]).toEqual([0, expect.stringMatching(new RegExp(`^ {2}npm run ${name}\\b`))]);
  });

  test('a command without arguments refuses one, as it would do more than was meant', async () => {
    expect(await run(join(folder, 'missing'), 'rebuild', ['3'])).toEqual({
      code: 2,
      output: 'This command has no arguments, and was given 3.\n  npm run rebuild\n',
    });
  });

  test('keys create makes the keys of several processes before they have started', async () => {
    const dataDir = join(folder, 'home');
    const file = join(dataDir, 'secrets.json');
    expect(await run(dataDir, 'keys', ['create'])).toEqual({ code: 0, output: `${file} was created.\n` });
    expect(await run(dataDir, 'keys', ['list'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^jwt {2}signs/) as string,
    });
    await rm(file);
  });
});
