import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMIT_DIGITS = 12;

/** Version and commit of this program. */
export interface Build {
  readonly version: string;
  /** First 12 digits of the commit; null: the folder is no clone, and the setting COMMIT is not set. */
  readonly commit: string | null;
}

/** Reads the commit of the clone that the program runs from; null: the folder is no clone. */
const checkedOut = async (): Promise<string | null> => {
  try {
    const root = await realpath(ROOT);
    // Git refuses the clone of another account, such as root's under systemd, without this setting.
    const { stdout } = await promisify(execFile)(
      'git',
      ['-c', `safe.directory=${root}`, 'rev-parse', '--show-toplevel', 'HEAD'],
      { cwd: root },
    );
    const [folder = '', commit = ''] = stdout.split('\n');
    // A copy of the program inside another clone has none of that clone's commits.
    return (await realpath(folder)) === root ? commit : null;
  } catch {
    // Without git or a clone, as in an image.
    return null;
  }
};

/** Reads version and commit. @param named commit from the settings, for images without a clone */
export const readBuild = async (named: string | null): Promise<Build> => {
  const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as { version: string };
  const commit = named ?? (await checkedOut());
  return { version, commit: commit?.slice(0, COMMIT_DIGITS) ?? null };
};

/** Version and commit for display: `0.1.0 (30c9ee6f1a2b)`. */
export const buildText = ({ version, commit }: Build): string =>
  commit === null ? version : `${version} (${commit})`;
