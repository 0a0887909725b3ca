import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = 'dist/tests';
const bundles = new Map<string, Promise<string>>();

const make = async (name: string): Promise<string> => {
  await promisify(execFile)(
    process.execPath,
    ['scripts/bundle.mjs', FOLDER, resolve(import.meta.dirname, `${name}.ts`)],
    { cwd: root },
  );
  return resolve(root, FOLDER, `${name.split('/').at(-1) ?? name}.mjs`);
};

/**
 * Bundles a program of this folder that runs in a process of its own. Bundled, it starts in a third of the
 * time.
 *
 * @param name the file name without its ending, such as `collector-child`
 * @returns the path of the bundle
 */
export const childProgram = (name: string): Promise<string> => {
  const known = bundles.get(name) ?? make(name);
  bundles.set(name, known);
  return known;
};

/** The script that `npm start` runs. */
export const SERVER = resolve(root, 'scripts/serve.mjs');
