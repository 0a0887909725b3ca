import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { either, isLong } from '../../support/long.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Files that a clone lacks, and files that tests leave behind. */
const NOT_CLONED = new Set(['.git', '.mesh', 'node_modules', 'dist', 'data']);

/** A replacement of npm that links the existing packages instead of downloading them. */
const NPM = `import { appendFileSync, symlinkSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
symlinkSync(${JSON.stringify(join(root, 'node_modules'))}, 'node_modules');
`;

describe('on a clone without installed packages and without a build', { timeout: 240_000 }, () => {
  let clone: string;
  let scripts: Readonly<Record<string, string>>;
  const forget = () =>
    Promise.all(['node_modules', 'npm-calls'].map(name => rm(join(clone, name), { force: true })));
  const npmRun = (name: string, args: string) => {
    const environment = {
      PATH: process.env['PATH'],
      TMPDIR: tmpdir(),
      npm_execpath: join(clone, '../npm.mjs'),
      DATABASE_URL: 'postgresql://127.0.0.1:9/none',
      CLICKHOUSE_URL: 'http://127.0.0.1:9',
    };
    const { status, stdout, stderr } = spawnSync('sh', ['-c', `${scripts[name]} ${args}`], {
      cwd: clone,
      encoding: 'utf8',
      timeout: 180_000,
      env: environment,
    });
    return { status, output: `${stdout}${stderr}` };
  };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchpath-clone-'));
    clone = join(folder, 'clone');
    await writeFile(join(folder, 'npm.mjs'), NPM);
    const names = (await readdir(root)).filter(name => !NOT_CLONED.has(name));
    for (const name of names) await cp(join(root, name), join(clone, name), { recursive: true });
    ({ scripts } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    });
  });
  afterAll(() => rm(resolve(clone, '..'), { recursive: true, force: true }));

  // A service whose folder belongs to root, after an upgrade without a build.
  test.runIf(process.getuid?.() === 0)('an account that may not build is told who has to', async () => {
    await forget();
    await chmod(resolve(clone, '..'), 0o755);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
      cwd: clone,
      encoding: 'utf8',
      uid: 65_534,
      gid: 65_534,
    });
    expect([status, stderr]).toEqual([
      1,
      `The dependencies have to be installed, and ${clone}/ cannot be written to (EACCES): run npm run build as its owner.\n`,
    ]);
  });

  // Slow scripts get arguments that they refuse once they are prepared. Most of the time goes into building
  // the gateway.
  test.each<readonly [string, string, number, RegExp]>([
    ...(isLong ? [['bench', 'nothing', 2, /There is no benchmark nothing/] as const] : []),
    ['migration', '--help', 0, /drizzle-kit generate/],
    ['format', '--check', 0, /All matched files use the correct format/],
    // Scripts of one line take the same way: the laws of the scripts compare their lines.
    ...either(
      ['company', '', 2, /The command is missing\./],
      ['admin', '', 2, /The command is missing\./],
      ['collectors', '', 2, /The command is missing\./],
      ['slices', '', 2, /The command is missing\./],
      ['move-product', '', 2, /Wrong arguments for move-product\./],
      ['move-partition', '', 2, /Wrong arguments for move-partition\./],
      ['keys', 'rotate session', 2, /session is no key/],
      ['doctor', 'now', 2, /Wrong arguments for doctor\./],
      ['migrate-data', 'now', 2, /Wrong arguments for migrate-data\./],
      ['audit-log', '', 2, /The command is missing\./],
      ['paths', '', 2, /The name of the machine is missing\./],
      ['simulate', '--companies 0', 2, /--companies must be a number above 0/],
      ['replay-ui', '', 2, /replay-ui -- FILE/],
      ['answers', '', 2, /npm run answers -- record FOLDER/],
    ),
    ...either(
      ['rebuild', '', 2, /DATABASE_URL: the server cannot be used/],
      ['replay', '', 2, /DATABASE_URL: the server cannot be used/],
      ['replay-rejected', '', 1, /has no installation: set DATA_DIR/],
    ),
    ['machines', '../../machines', 0, /machines were written to/],
  ])('npm run %s -- %s prepares what it needs', async (name, args, status, output) => {
    await forget();
    expect(npmRun(name, args)).toEqual({ status, output: expect.stringMatching(output) });
    expect(await readFile(join(clone, 'npm-calls'), 'utf8')).toMatch(/^ci .*\n$/);
    // Only the benchmarks need the gateway; they run first.
    expect(existsSync(join(clone, '.mesh/index.js'))).toBe(isLong);
  });
});
