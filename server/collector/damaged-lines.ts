import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { appendDurably } from './segments.ts';

/**
 * Lines of the journal that were damaged on the disk. Their senders received a confirmation, so the remains outlive the
 * segment, until an operator deletes the file.
 */
export interface DamagedLines {
  /** Resolves when the lines are on the disk. */
  add(lines: readonly Buffer[]): Promise<void>;
  /** Their number: of the file at the start, and those added since. */
  count(): number;
}

const NAME = 'damaged.ndjson';
const NEWLINE = 10;

/** Number of damaged lines in the journal's `folder`, which a running program may extend. */
export const countDamagedLines = async (folder: string): Promise<number> => {
  let count = 0;
  try {
    for await (const piece of createReadStream(join(folder, NAME)) as AsyncIterable<Buffer>)
      for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return count;
};

/** Opens the file of damaged lines in the journal's `folder`. */
export const openDamagedLines = async (folder: string): Promise<DamagedLines> => {
  let count = await countDamagedLines(folder);
  return {
    add: async lines => {
      await appendDurably(folder, NAME, Buffer.concat(lines));
      count += lines.length;
    },
    count: () => count,
  };
};
