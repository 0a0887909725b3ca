import { open } from 'node:fs/promises';
import { firstIdAt } from '../platform/ids.ts';
import { claimedConversion } from '../store/clickhouse/events/claimed-conversions.ts';
import type { Slices } from '../slices/slices.ts';
import { HOUR } from '../platform/time.ts';
import type { FindRecorded } from './claim-conversion.ts';
import type { Journal } from './journal.ts';

const NEWLINE = 10;
const CHUNK_BYTES = 1 << 20;
/** A line contains one event; addresses and texts of an event are limited far below this. */
const LINE_BYTES_LIMIT = 1 << 18;

/** The event's id in a line of the journal (frames.ts): `{checksum} {table's digit}{id} {row}`. */
const idOf = (line: Buffer): string => line.toString('latin1', 10, line.indexOf(' ', 10));

/** Finds a claim among the durable lines of one segment, chunk by chunk. */
const findInSegment = async (path: string, durable: number, needle: Buffer): Promise<string | null> => {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES + LINE_BYTES_LIMIT);
    let carriedBytes = 0;
    for (let at = 0; at < durable;) {
      const { bytesRead } = await handle.read(bytes, carriedBytes, Math.min(CHUNK_BYTES, durable - at), at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const filled = bytes.subarray(0, carriedBytes + bytesRead);
      const found = filled.indexOf(needle);
      const end = found === -1 ? -1 : filled.indexOf(NEWLINE, found);
      if (end !== -1) return idOf(filled.subarray(filled.lastIndexOf(NEWLINE, found) + 1, end));
      const rest = filled.subarray(filled.lastIndexOf(NEWLINE) + 1);
      carriedBytes = rest.length > LINE_BYTES_LIMIT ? 0 : rest.length;
      bytes.copyWithin(0, filled.length - carriedBytes, filled.length);
    }
    return null;
  } finally {
    await handle.close();
  }
};

/** The id (decimal) of the conversion in the journal that was recorded under a claim; null: there is none. */
const journaledConversion = async (journal: Journal, claimId: string): Promise<string | null> => {
  // Quotes within a text of the row are escaped, so only the field itself matches.
  const needle = Buffer.from(`"claim_id":"${claimId}"`);
  // A copy: the loader removes segments from the list meanwhile.
  for (const { path, durable } of journal.segments().slice()) {
    try {
      const found = await findInSegment(path, durable, needle);
      if (found !== null) return found;
    } catch (error) {
      // A segment that is removed meanwhile was loaded, so the store contains its events.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return null;
};

/**
 * Searches the conversion of a claim in the durable events. Events move from the journal to the store, so the
 * journal is searched first.
 */
export const recordedConversions =
  (journal: Journal, slices: Slices): FindRecorded =>
  async (productId, { claimId, claimedAt }) =>
    (await journaledConversion(journal, claimId)) ??
    // Event ids are assigned after the claim; the clock may have been set back in between.
    (await claimedConversion(
      (await slices.locate(productId)).columnar,
      productId,
      claimId,
      firstIdAt(claimedAt.getTime() - HOUR),
    ));
