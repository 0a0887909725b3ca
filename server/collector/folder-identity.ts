import { randomUUID } from 'node:crypto';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { replaceFile } from '../platform/durable-files.ts';

const FolderIdentity = Type.Object({
  id: Type.String({ pattern: '^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$' }),
  /** The number in the event ids of the folder's collector, which other programs on the same stores do not use. */
  number: Type.Integer({ minimum: 0, maximum: 1023 }),
});
/** What distinguishes a data folder from those of other programs on the same stores. */
export type FolderIdentity = Readonly<Static<typeof FolderIdentity>>;

const FILE = 'collector.json';

/**
 * Reads the identity from the folder of the journal; a new one, with the number 0, where there is none.
 *
 * @throws {Error} when the file is unreadable: another number could be in use
 */
export const readFolderIdentity = async (journal: string): Promise<FolderIdentity> => {
  const text = await readFile(join(journal, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { id: randomUUID(), number: 0 };
  return Value.Parse(FolderIdentity, JSON.parse(text));
};

/** Whether the folder of the journal has an identity, which programs on servers write. */
export const hasFolderIdentity = (journal: string): Promise<boolean> =>
  access(join(journal, FILE)).then(
    () => true,
    () => false,
  );

/** Writes the identity; it is durable when the promise resolves. */
export const saveFolderIdentity = (journal: string, identity: FolderIdentity): Promise<void> =>
  replaceFile(journal, FILE, JSON.stringify(identity));
