import { open } from 'node:fs/promises';
import { firstIdAt } from '../platform/ids.ts';
import {
  claimedConversion,
  reportedContact,
  reportedConversions,
} from '../store/clickhouse/events/recorded-events.ts';
import type { Slices } from '../slices/slices.ts';
import { HOUR } from '../platform/time.ts';
import type { FindRecorded } from './claim-conversion.ts';
import type { FindReported } from './earlier-reports.ts';
import type { Journal } from './journal.ts';
import type { RecordedContact, RecordedConversion } from './recent-reports.ts';
import type { ContactRow, ConversionRow } from './rows.ts';

const NEWLINE = 10;
const CHUNK_BYTES = 1 << 20;
/** A line contains one event; addresses and texts of an event are limited far below this. */
const LINE_BYTES_LIMIT = 1 << 18;

/** The event's id in a line of the journal (frames.ts): `{checksum} {table's digit}{id} {row}`. */
const idOf = (line: Buffer): string => line.toString('latin1', 10, line.indexOf(' ', 10));

const rowOf = (line: Buffer): ContactRow | ConversionRow =>
  JSON.parse(line.toString('utf8', line.indexOf(' ', 10) + 1)) as ContactRow | ConversionRow;

/** Yields the durable lines of one segment that contain a text, chunk by chunk. Each is valid until the next. */
const linesOfSegment = async function* (
  path: string,
  durable: number,
  needle: Buffer,
): AsyncGenerator<Buffer> {
  const handle = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(CHUNK_BYTES + LINE_BYTES_LIMIT);
    let carriedBytes = 0;
    for (let at = 0; at < durable;) {
      const { bytesRead } = await handle.read(bytes, carriedBytes, Math.min(CHUNK_BYTES, durable - at), at);
      if (bytesRead === 0) break;
      at += bytesRead;
      const filled = bytes.subarray(0, carriedBytes + bytesRead);
      for (let found = filled.indexOf(needle); found !== -1;) {
        const end = filled.indexOf(NEWLINE, found);
        if (end === -1) break;
        yield filled.subarray(filled.lastIndexOf(NEWLINE, found) + 1, end);
        found = filled.indexOf(needle, end);
      }
      const rest = filled.subarray(filled.lastIndexOf(NEWLINE) + 1);
      carriedBytes = rest.length > LINE_BYTES_LIMIT ? 0 : rest.length;
      bytes.copyWithin(0, filled.length - carriedBytes, filled.length);
    }
  } finally {
    await handle.close();
  }
};

/** Yields the lines of the journal whose rows have this value in a column of numbers. */
const journaledLines = async function* (
  journal: Journal,
  column: 'claim_id' | 'report_id',
  value: string,
): AsyncGenerator<Buffer> {
  // Quotes within a text of the row are escaped, so only the field itself matches.
  const needle = Buffer.from(`"${column}":"${value}"`);
  // A copy: the loader removes segments from the list meanwhile.
  for (const { path, durable } of journal.segments().slice()) {
    try {
      yield* linesOfSegment(path, durable, needle);
    } catch (error) {
      // A segment that is removed meanwhile was loaded, so the store contains its events.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
};

/** The id (decimal) of the conversion in the journal that was recorded under a claim; null: there is none. */
const journaledConversion = async (journal: Journal, claimId: string): Promise<string | null> => {
  for await (const line of journaledLines(journal, 'claim_id', claimId)) return idOf(line);
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

/** Searches what a report recorded in the durable events, likewise: a part may be loaded, and the rest not yet. */
export const eventsOfReport =
  (journal: Journal, slices: Slices): FindReported =>
  async (key, now) => {
    const conversions = new Map<string, RecordedConversion>();
    let contact: RecordedContact | null = null;
    for await (const line of journaledLines(journal, 'report_id', key.reportId)) {
      const row = rowOf(line);
      if (row.product_id !== key.productId) continue;
      if ('conversion_id' in row)
        conversions.set(row.conversion_id, {
          id: BigInt(row.conversion_id),
          cvType: row.cv_type,
          bot: row.bot,
        });
      else
        contact = { interactionId: BigInt(row.interaction_id), visitorId: row.visitor_id, adId: row.ad_id };
    }
    const { columnar } = await slices.locate(key.productId);
    const since = firstIdAt(now - HOUR);
    const [stored, storedContact] = await Promise.all([
      reportedConversions(columnar, key, since),
      contact ?? reportedContact(columnar, key, since),
    ]);
    for (const { id, ...one } of stored) conversions.set(id, { ...one, id: BigInt(id) });
    contact = storedContact && { ...storedContact, interactionId: BigInt(storedContact.interactionId) };
    return { conversions: [...conversions.values()], contact };
  };
