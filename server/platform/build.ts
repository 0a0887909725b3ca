import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMIT_DIGITS = 12;

/** Which program this is. */
export interface Build {
  readonly version: string;
  /**
   * The commit that is checked out, the first 12 digits; null where the folder is no clone and nobody named
   * one.
   */
  readonly commit: string | null;
}

/** The commit of the clone that the program runs from; null where it is none. */
const checkedOut = async (): Promise<string | null> => {
  try {
    const { stdout } = await promisify(execFile)('git', ['rev-parse', '--show-toplevel', 'HEAD'], {
      cwd: ROOT,
    });
    const [folder = '', commit = ''] = stdout.split('\n');
    // A copy inside of another clone is none of its commits.
    return (await realpath(folder)) === (await realpath(ROOT)) ? commit : null;
  } catch {
    // No git, or no clone: an image is built without them.
    return null;
  }
};

/** @param named the commit that an image was built from, where the folder does not tell */
export const readBuild = async (named: string | null): Promise<Build> => {
  const { version } = JSON.parse(await readFile(`${ROOT}package.json`, 'utf8')) as { version: string };
  const commit = named ?? (await checkedOut());
  return { version, commit: commit?.slice(0, COMMIT_DIGITS) ?? null };
};

/** One word: `0.1.0 (30c9ee6f1a2b)`. */
export const buildText = ({ version, commit }: Build): string =>
  commit === null ? version : `${version} (${commit})`;
