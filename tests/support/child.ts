import { execFile } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = 'dist/tests';
const bundles = new Map<string, Promise<string>>();

const make = async (file: string): Promise<string> => {
  await promisify(execFile)(process.execPath, ['scripts/bundle.mjs', FOLDER, file], { cwd: root });
  return resolve(root, FOLDER, `${basename(file, '.ts')}.mjs`);
};

const bundleOf = (file: string): Promise<string> => {
  const known = bundles.get(file) ?? make(file);
  bundles.set(file, known);
  return known;
};

/**
 * Bundles a program of this folder that runs in a process of its own. Bundled, it starts in a third of the
 * time.
 *
 * @param name the file name without its ending, such as `collector-child`
 * @returns the path of the bundle
 */
export const childProgram = (name: string): Promise<string> =>
  bundleOf(resolve(import.meta.dirname, `${name}.ts`));

/**
 * Bundles a command of the operator, as {@link childProgram} does. `npm run` compiles it at each start, which
 * tests/server/installation/npm-scripts.test.ts tries.
 *
 * @param name such as `backup`
 * @returns the path of the bundle
 */
export const operatorCommand = (name: string): Promise<string> =>
  bundleOf(resolve(root, `scripts/${name}.ts`));

/** The script that `npm start` runs, of the program in a folder. */
export const serverOf = (folder: string): string => resolve(folder, 'scripts/serve.mjs');

/** That of this program. */
export const SERVER = serverOf(root);
