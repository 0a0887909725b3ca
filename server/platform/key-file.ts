import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { replaceFile } from './durable-files.ts';
import type { Key } from './key-ring.ts';
import { SettingError } from './settings.ts';

/**
 * Purposes of the keys. `jwt`: access tokens and the encryption of stored secrets; `click`: click tokens; `crossdomain`:
 * passes between sites; `notice`: `{signature}` of notifications.
 */
export const KEY_NAMES = ['jwt', 'click', 'crossdomain', 'notice'] as const;
export type KeyName = (typeof KEY_NAMES)[number];

/** The names that a file must have. Files of earlier versions signed notifications with `click`. */
const REQUIRED = ['jwt', 'click', 'crossdomain'] as const satisfies readonly KeyName[];

/** Keys by their names, each list with the newest first. */
export type Keys = Readonly<Record<KeyName, readonly Key[]>>;

/** The keys of a file, and a digest of all of them, by which processes find out that they have the same. */
export interface KeyFile {
  readonly keys: Keys;
  readonly digest: string;
}

const MIN_KEY_CHARACTERS = 43;

const newKey = (): string => randomBytes(32).toString('base64url');

const objectIn = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const isKey = (key: unknown): key is string => typeof key === 'string' && key.length >= MIN_KEY_CHARACTERS;

const timeOf = (since: unknown): number => {
  if (since === undefined) return 0;
  return typeof since === 'string' ? Date.parse(since) : Number.NaN;
};

/** A key is text as long as it was never rotated, then a list. Null: neither. */
const keysOf = (value: unknown): readonly Key[] | null => {
  if (isKey(value)) return [{ key: value, since: 0 }];
  if (!Array.isArray(value) || value.length === 0) return null;
  const keys = (value as readonly { readonly key?: unknown; readonly since?: unknown }[]).flatMap(one => {
    const since = timeOf(one?.since);
    return isKey(one?.key) && Number.isFinite(since) ? [{ key: one.key, since }] : [];
  });
  return keys.length === value.length ? keys.toSorted((a, b) => b.since - a.since) : null;
};

/** @throws {SettingError} the file is incomplete: new keys would end every session without a message */
const parse = (text: string, file: string): KeyFile => {
  const found = objectIn(text);
  const keys: Partial<Record<KeyName, readonly Key[]>> = {};
  const missing: string[] = [];
  for (const name of KEY_NAMES) {
    const present = keysOf(found[name]);
    if (present !== null) keys[name] = present;
    else if (found[name] !== undefined || REQUIRED.some(one => one === name)) missing.push(name);
  }
  if (missing.length > 0) {
    throw new SettingError(
      `${file} lacks ${missing.join(', ')}: restore the file, or remove it; after a removal all users must sign in again, and pending clicks are not recognised.`,
    );
  }
  return {
    keys: { notice: keys.click!, ...keys } as Keys,
    digest: createHash('sha256').update(JSON.stringify(found)).digest('base64url'),
  };
};

const format = (keys: Readonly<Record<string, unknown>>): string => `${JSON.stringify(keys, null, 2)}\n`;

/**
 * Writes new keys to a temporary file and links it when it is on the disk, so that a killed start leaves no partial
 * file.
 *
 * @returns false: the file exists, and stays as it is
 */
export const createKeyFile = async (file: string): Promise<boolean> => {
  const made = `${file}.${randomUUID()}`;
  try {
    const handle = await open(made, 'wx', 0o600);
    try {
      await handle.writeFile(format(Object.fromEntries(KEY_NAMES.map(name => [name, newKey()]))));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(made, file); // link does not overwrite the keys of another program
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(made, { force: true });
  }
};

/** @returns null: there is no file */
const read = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new SettingError(`${file} cannot be read (${error.message}).`);
  });

/** Reads the keys. @throws {SettingError} the file is missing, unreadable or incomplete */
export const readKeyFile = async (file: string): Promise<KeyFile> => parse((await read(file)) ?? '', file);

/**
 * Reads the keys (mode 0600), and creates them at the first start. If two programs start at once, one creates the keys
 * and the other reads them.
 *
 * @throws {SettingError} the file is unreadable or incomplete
 */
export const openKeyFile = async (file: string): Promise<KeyFile> => {
  if ((await read(file)) === null) await createKeyFile(file);
  return readKeyFile(file);
};

/** Replaces the keys of a file, which keeps its owner and mode: the administrator may be another user than the program. */
const write = async (file: string, keys: Keys): Promise<void> => {
  const { uid, gid, mode } = await stat(file);
  const text = format(
    Object.fromEntries(
      KEY_NAMES.map(name => [
        name,
        keys[name].map(({ key, since }) =>
          since === 0 ? { key } : { key, since: new Date(since).toISOString() },
        ),
      ]),
    ),
  );
  await replaceFile(dirname(file), basename(file), async handle => {
    await handle.writeFile(text);
    await handle.chmod(mode & 0o777);
    if (uid !== process.getuid?.()) await handle.chown(uid, gid);
  });
};

/** Adds a key that signs from a time on, in ms since 1970. */
export const addKey = async (file: string, name: KeyName, since: number): Promise<void> => {
  const { keys } = await readKeyFile(file);
  await write(file, { ...keys, [name]: [{ key: newKey(), since }, ...keys[name]] });
};

/** Removes the keys that were replaced before a time, in ms since 1970. */
export const removePreviousKeys = async (file: string, name: KeyName, before: number): Promise<void> => {
  const { keys } = await readKeyFile(file);
  const current = keys[name].findIndex(({ since }) => since <= before);
  await write(file, { ...keys, [name]: current === -1 ? keys[name] : keys[name].slice(0, current + 1) });
};
