import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../platform/durable-files.ts';
import { createTaskQueue } from '../platform/task-queue.ts';
import { appendDurably } from './segments.ts';

/**
 * Lines of the journal that were damaged on the disk. Their senders received a confirmation, so the remains outlive the
 * segment, until an operator deletes the file.
 */
export interface DamagedLines {
  /** Resolves when the lines are on the disk. */
  add(lines: readonly Buffer[]): Promise<void>;
  /**
   * Removes the lines that still name a visitor of a product, durably. Those whose number the disk damaged are not found.
   *
   * @param visitorId decimal
   * @returns their number
   */
  remove(productId: number, visitorId: string): Promise<number>;
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

/** Whether a line has both members of a row as `JSON.stringify` writes them. */
const namesVisitor =
  (productId: number, visitorId: string) =>
  (line: Buffer): boolean =>
    line.includes(`"visitor_id":"${visitorId}"`) && line.includes(`"product_id":${productId},`);

const linesOf = (bytes: Buffer): Buffer[] => {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, at) + 1 || bytes.length;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
};

/** Opens the file of damaged lines in the journal's `folder`. */
export const openDamagedLines = async (folder: string): Promise<DamagedLines> => {
  let count = await countDamagedLines(folder);
  // One change at a time: lines that are added while the file is replaced would be lost.
  const change = createTaskQueue();
  return {
    add: lines =>
      change(async () => {
        await appendDurably(folder, NAME, Buffer.concat(lines));
        count += lines.length;
      }),
    remove: (productId, visitorId) =>
      change(async () => {
        if (count === 0) return 0;
        const lines = linesOf(await readFile(join(folder, NAME)));
        const isOfVisitor = namesVisitor(productId, visitorId);
        const left = lines.filter(line => !isOfVisitor(line));
        const removed = lines.length - left.length;
        if (removed === 0) return 0;
        await replaceFile(folder, NAME, file => file.writeFile(Buffer.concat(left)));
        count -= removed;
        return removed;
      }),
    count: () => count,
  };
};
