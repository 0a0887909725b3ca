import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from './durable-files.ts';
import type { Settings } from './settings.ts';

/** The public address of the program in its data folder, for commands that lack its environment. */

const FILE = 'public-url';

/** @returns null: no program has answered on this folder yet */
export const readPublicUrlFile = async (dataDir: string): Promise<string | null> => {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text?.trim() ?? null;
};

/** Writes the address where it differs from the stored one. @throws the error of the disk */
export const savePublicUrlFile = async ({
  dataDir,
  publicUrl,
}: Pick<Settings, 'dataDir' | 'publicUrl'>): Promise<void> => {
  if ((await readPublicUrlFile(dataDir)) !== publicUrl) await replaceFile(dataDir, FILE, `${publicUrl}\n`);
};
