import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAMES = ['jwt', 'click', 'crossdomain'] as const;

/** Keys of this installation, 32 random bytes each as base64url. */
export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

const parse = (text: string, file: string): Secrets => {
  const found: unknown = JSON.parse(text);
  const keys = found as Partial<Secrets>;
  const missing = NAMES.filter(name => typeof keys[name] !== 'string' || keys[name].length < 43);
  if (missing.length > 0) throw new Error(`${file} lacks ${missing.join(', ')}; put the file back, or remove it and everybody has to sign in again`);
  return keys as Secrets;
};

/**
 * The installation's keys, made at the first start and kept in `dataDir/secrets.json`, readable by its owner only.
 *
 * Written under a name that must not exist yet: of two programs that start at once, one makes the keys and the other reads them.
 */
export const openSecrets = async (dataDir: string): Promise<Secrets> => {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'secrets.json');
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      const made = Object.fromEntries(NAMES.map(name => [name, randomBytes(32).toString('base64url')]));
      await handle.writeFile(`${JSON.stringify(made, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return parse(await readFile(file, 'utf8'), file);
};
