import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from '../platform/copy-tree.ts';
import { readPosition, savePosition } from './load-position.ts';
import { segmentNames, segmentNumber } from './segments.ts';

const NEWLINE = 10;
/** Files that the copy has in another form, or that describe the running program only. */
const OWN_FILES: ReadonlySet<string> = new Set(['position.json', 'position.json.new', 'probe']);

/**
 * Copies the journal in `folder`, which a running program may continue, to a new folder. The copy contains every event
 * that is acknowledged when the function is called, except those that the columnar store contains by then.
 *
 * The events of the copy may be in a later copy of the columnar store as well, so its position marks all segments as
 * unsure: their rows are looked up before they are loaded.
 */
export const copyJournal = async (folder: string, target: string): Promise<void> => {
  const position = await readPosition(folder, await segmentNames(folder));
  await copyTree(folder, target, { includes: path => !OWN_FILES.has(path), mayShrink: true });
  const names = await segmentNames(target);
  for (const name of names) {
    const bytes = await readFile(join(target, name));
    // The last line may be incomplete, if it is written at this moment. Its event is not acknowledged.
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end < bytes.length) await writeFile(join(target, name), bytes.subarray(0, end));
  }
  const lastNumber = Math.max(position.lastNumber, ...names.map(name => segmentNumber(name) ?? 0));
  await savePosition(target, {
    format: 2,
    lastNumber,
    watermark: position.watermark,
    current: null,
    loaded: [],
    unsure: names,
  });
};
