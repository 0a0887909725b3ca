import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { filesOf } from '../platform/copy-tree.ts';
import { replaceFile } from '../platform/durable-files.ts';

const MANIFEST = 'manifest.json';

const BackupFile = Type.Object({
  /** Path in the backup, with `/`. */
  path: Type.String({ minLength: 1 }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[\\da-f]{64}$' }),
});
type BackupFile = Readonly<Static<typeof BackupFile>>;

/** Description of a backup, written last: a folder without it is no complete backup. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  /** Version and commit of the program that made the backup. */
  madeBy: Type.String(),
  /** Time at which the backup began, ISO 8601. */
  begunAt: Type.String(),
  files: Type.Array(BackupFile),
});
export type Manifest = Readonly<Static<typeof Manifest>>;

/** A folder is not a complete and unchanged backup; the message is one line. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}

const describeFile = async (folder: string, path: string): Promise<BackupFile> => {
  const file = join(folder, path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { path, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
};

const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
};

/** Writes the manifest of a backup; it and all files are durable when the promise resolves. */
export const writeManifest = async (
  folder: string,
  { madeBy, begunAt }: Pick<Manifest, 'madeBy' | 'begunAt'>,
): Promise<Manifest> => {
  const files: BackupFile[] = [];
  for (const path of await filesOf(folder)) {
    await syncFile(join(folder, path));
    files.push(await describeFile(folder, path));
  }
  const manifest: Manifest = { format: 1, madeBy, begunAt, files };
  await replaceFile(folder, MANIFEST, JSON.stringify(manifest, null, 1));
  return manifest;
};

const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (text === null) throw new BackupFault(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BackupFault(`${join(folder, MANIFEST)} is damaged.`, { cause });
  }
  if (!Value.Check(Manifest, value)) {
    throw new BackupFault(
      `${join(folder, MANIFEST)} is damaged, or was made by a newer version of Touchpath.`,
    );
  }
  return value;
};

const differenceOf = (expected: BackupFile, found: BackupFile | undefined): string | null => {
  if (found === undefined) return `${expected.path} is missing`;
  if (found.bytes !== expected.bytes)
    return `${expected.path} has ${found.bytes} bytes instead of ${expected.bytes}`;
  return found.sha256 === expected.sha256 ? null : `${expected.path} was changed`;
};

/**
 * Reads every file of a backup and compares it with the manifest.
 * @throws {BackupFault} the folder is not a complete and unchanged backup
 */
export const verifyBackup = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  const paths = new Set((await filesOf(folder)).filter(path => path !== MANIFEST));
  for (const file of manifest.files) {
    const found = paths.delete(file.path) ? await describeFile(folder, file.path) : undefined;
    const difference = differenceOf(file, found);
    if (difference !== null) throw new BackupFault(`The backup is damaged: ${difference}.`);
  }
  const [surplus] = paths;
  if (surplus !== undefined)
    throw new BackupFault(`The backup was changed: ${surplus} does not belong to it.`);
  return manifest;
};

/** Size of a backup in bytes, without its manifest. */
export const bytesOf = ({ files }: Manifest): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
