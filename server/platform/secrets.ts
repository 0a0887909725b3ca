import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingError } from './settings.ts';

const NAMES = ['jwt', 'click', 'crossdomain'] as const;

/** Keys of this installation, 32 random bytes each, as base64url. */
export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

const keysIn = (text: string): Partial<Secrets> => {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
};

const parse = (text: string, file: string): Secrets => {
  const keys = keysIn(text);
  const missing = NAMES.filter(name => typeof keys[name] !== 'string' || keys[name].length < 43);
  if (missing.length > 0) {
    throw new SettingError(
      `${file} lacks ${missing.join(', ')}: restore the file, or remove it; after a removal all users must sign in again, and pending clicks are not recognised.`,
    );
  }
  return keys as Secrets;
};

/**
 * Writes the keys to a temporary file and links it when it is on the disk, so that a killed start leaves no partial
 * file.
 */
const make = async (file: string): Promise<void> => {
  const made = `${file}.${randomUUID()}`;
  try {
    const handle = await open(made, 'wx', 0o600);
    try {
      await handle.writeFile(
        `${JSON.stringify(Object.fromEntries(NAMES.map(name => [name, randomBytes(32).toString('base64url')])), null, 2)}\n`,
      );
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(made, file); // link does not overwrite the keys of another program
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(made, { force: true });
  }
};

const read = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new SettingError(`${file} cannot be read (${error.message}).`);
  });

/**
 * Reads the installation's keys from a file (mode 0600), and creates them at the first start. If two programs start at
 * once, one creates the keys and the other reads them.
 *
 * @throws {SettingError} the file is incomplete: new keys would end every session without a message
 */
export const openSecrets = async (file: string): Promise<Secrets> => {
  await mkdir(dirname(file), { recursive: true });
  if ((await read(file)) === null) await make(file);
  return parse(await readFile(file, 'utf8'), file);
};
