import { randomUUID } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { syncFolder } from './segments.ts';

const FolderIdentity = Type.Object({
  id: Type.String({ pattern: '^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$' }),
  /** The number in the event ids of the folder's collector, which other programs on the same stores do not use. */
  number: Type.Integer({ minimum: 0, maximum: 1023 }),
});
/** What distinguishes a data folder from those of other programs on the same stores. */
export type FolderIdentity = Readonly<Static<typeof FolderIdentity>>;

const fileIn = (journal: string): string => join(journal, 'collector.json');

/**
 * Reads the identity from the folder of the journal; a new one, with the number 0, where there is none.
 *
 * @throws {Error} when the file is unreadable: another number could be in use
 */
export const readFolderIdentity = async (journal: string): Promise<FolderIdentity> => {
  const file = fileIn(journal);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { id: randomUUID(), number: 0 };
  const value = Value.Parse(FolderIdentity, JSON.parse(text));
  return value;
};

/** Writes the identity; it is durable when the promise resolves. */
export const saveFolderIdentity = async (journal: string, identity: FolderIdentity): Promise<void> => {
  const file = fileIn(journal);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(identity));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(journal);
};
