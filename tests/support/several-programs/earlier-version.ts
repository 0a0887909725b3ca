import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');

/** What the server of a version consists of, and what builds it. */
const SOURCES = [
  'server',
  'scripts',
  'mesh',
  '.meshrc.yaml',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
] as const;

/** Whether the history of this clone has a commit. A shallow clone or an archive lacks it. */
export const hasCommit = async (commit: string): Promise<boolean> =>
  run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  );

/**
 * Builds the server of an earlier commit by its own scripts. Its packages are those of this tree, since others would have
 * to be downloaded, and so is its console, which no test opens.
 *
 * @param folder it is created
 */
export const buildEarlierVersion = async (commit: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const archive = join(folder, 'sources.tar');
  await run('git', ['archive', '--output', archive, commit, ...SOURCES], { cwd: root });
  await run('tar', ['-xf', archive], { cwd: folder });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const build =
    "const made = await import('./scripts/prepare.mjs'); made.buildGateway(); made.buildServer();";
  await run(process.execPath, ['--input-type=module', '--eval', build], { cwd: folder });
  await symlink(join(root, 'dist/console'), join(folder, 'dist/console'));
};
