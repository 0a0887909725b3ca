import { open } from 'node:fs/promises';
import { firstIdAt } from '../platform/ids.ts';
import { claimedConversion } from '../store/clickhouse/events/claimed-conversions.ts';
import type { Columnar } from '../store/clickhouse/engine/columnar.ts';
import { HOUR } from '../platform/time.ts';
import type { FindRecorded } from './claim-conversion.ts';
import type { Journal } from './journal.ts';

const NEWLINE = 10;
const CHUNK_BYTES = 1 << 20;
/** A line holds one event; addresses and texts of an event are bounded far below this. */
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

/** The id (decimal) of the conversion that the journal holds under a claim; null: it holds none. */
const journaledConversion = async (journal: Journal, claimId: string): Promise<string | null> => {
  // In a text of the row the quotes would be escaped, so only the field itself reads so.
  const needle = Buffer.from(`"claim_id":"${claimId}"`);
  // A copy: the loader takes segments out of the list meanwhile.
  for (const { path, durable } of journal.segments().slice()) {
    try {
      const found = await findInSegment(path, durable, needle);
      if (found !== null) return found;
    } catch (error) {
      // A segment that goes meanwhile was loaded: the store holds its events.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return null;
};

/**
 * Looks for the conversion of a claim where events are durable. What leaves the journal is in the store, so
 * the journal is first.
 */
export const recordedConversions =
  (journal: Journal, columnar: Columnar): FindRecorded =>
  async (productId, { claimId, claimedAt }) =>
    (await journaledConversion(journal, claimId)) ??
    // Event ids are given after the claim; the clock may have been set back in between.
    (await claimedConversion(columnar, productId, claimId, firstIdAt(claimedAt.getTime() - HOUR)));
