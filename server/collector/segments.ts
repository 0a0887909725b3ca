import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../platform/durable-files.ts';

/** A file of the journal. `durable` bytes of it are on the disk; `closed`: it does not grow any more. */
export interface Segment {
  readonly name: string;
  readonly path: string;
  durable: number;
  closed: boolean;
}

const NAME = /^(\d{12})-[\da-f]{12}\.ndjson$/;

/** The number in the name of a segment; null where it is not the name of one. */
export const segmentNumber = (name: string): number | null => {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** The names of the segments in a folder, in the order of their numbers. */
export const segmentNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter(name => NAME.test(name))
    .sort((a, b) => Number(segmentNumber(a)) - Number(segmentNumber(b)) || (a < b ? -1 : 1));

/** Appends bytes to a file in the folder of the segments; when it resolves they are on the disk. */
export const appendDurably = async (folder: string, name: string, bytes: Buffer): Promise<void> => {
  const handle = await open(join(folder, name), 'a', 0o600);
  try {
    await handle.appendFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
};

/** The segments that an earlier run left in a folder, oldest first. */
export const readSegments = async (folder: string): Promise<Segment[]> => {
  const segments: Segment[] = [];
  for (const name of await segmentNames(folder)) {
    const path = join(folder, name);
    segments.push({ name, path, durable: (await stat(path)).size, closed: true });
  }
  return segments;
};
