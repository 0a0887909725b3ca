import { constants } from 'node:fs';
import { chmod, chown, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Copies may contain keys and personal data, so only their owner can read them. */
const [FOLDER_MODE, FILE_MODE] = [0o700, 0o600];

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

export interface CopyOptions {
  /** Whether a file or folder is copied, by its path in the tree with `/`; default: all. */
  readonly includes?: (path: string) => boolean;
  /** Ignores files that disappear while the tree is copied, as those of a running database do; default: false. */
  readonly mayShrink?: boolean;
}

/** Copies the files and folders of a tree; links, sockets and other special files are left out. */
export const copyTree = async (
  source: string,
  target: string,
  { includes = () => true, mayShrink = false }: CopyOptions = {},
): Promise<void> => {
  const copyFolder = async (path: string): Promise<void> => {
    await makeFolder(join(target, path), FOLDER_MODE);
    const entries = await readdir(join(source, path), { withFileTypes: true });
    for (const entry of entries) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (!includes(inner)) continue;
      try {
        if (entry.isDirectory()) await copyFolder(inner);
        else if (entry.isFile()) {
          await copyFile(join(source, inner), join(target, inner), constants.COPYFILE_FICLONE);
          await chmod(join(target, inner), FILE_MODE);
        }
      } catch (error) {
        if (!mayShrink || !isAbsent(error)) throw error;
      }
    }
  };
  await copyFolder('');
};

/** The files of a tree by their paths in it with `/`, sorted. */
export const filesOf = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
};

/** Makes an account the owner of a tree. */
export const chownTree = async (
  folder: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const path of [folder, ...entries.map(entry => join(entry.parentPath, entry.name))])
    await chown(path, uid, gid);
};
