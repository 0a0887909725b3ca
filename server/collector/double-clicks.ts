import { createHash } from 'node:crypto';
import { REPEAT_MS } from './click-steps.ts';
import { linesOf, type PiecesByMonth } from './batch.ts';
import type { ContactRow } from './rows.ts';

/** A click as collectors publish it to one another. */
export interface PublishedClick {
  /** The first 48 bits of a digest of the visitor and the link. */
  readonly digest: number;
  /** ms since 1970. */
  readonly at: number;
  readonly id: bigint;
  /** Whether its collector, which knows its own clicks only, judged it a double click. */
  readonly isRepeated: boolean;
}

const DIGEST_BYTES = 6;
const TIME_BYTES = 6;
const ID_BYTES = 8;
const CLICK_BYTES = DIGEST_BYTES + TIME_BYTES + ID_BYTES + 1;

/** A time of a row, in ms since 1970. */
export const timeOf = (ts: string): number => Date.parse(`${ts.replace(' ', 'T')}Z`);

export const publishedClickOf = (id: bigint, row: ContactRow): PublishedClick => {
  const link = row.redirect_id === 0 ? `ad ${row.ad_id}` : `redirect ${row.redirect_id}`;
  const digest = createHash('sha256').update(`${row.visitor_id} ${link}`).digest();
  return {
    digest: digest.readUIntBE(0, DIGEST_BYTES),
    at: timeOf(row.ts),
    id,
    isRepeated: row.repeated === 1,
  };
};

export const encodeClicks = (clicks: readonly PublishedClick[]): Buffer => {
  const bytes = Buffer.alloc(clicks.length * CLICK_BYTES);
  let at = 0;
  for (const click of clicks) {
    at = bytes.writeUIntBE(click.digest, at, DIGEST_BYTES);
    at = bytes.writeUIntBE(click.at, at, TIME_BYTES);
    at = bytes.writeBigUInt64BE(click.id, at);
    at = bytes.writeUInt8(click.isRepeated ? 1 : 0, at);
  }
  return bytes;
};

const clickAt = (bytes: Buffer, start: number): PublishedClick => ({
  digest: bytes.readUIntBE(start, DIGEST_BYTES),
  at: bytes.readUIntBE(start + DIGEST_BYTES, TIME_BYTES),
  id: bytes.readBigUInt64BE(start + DIGEST_BYTES + TIME_BYTES),
  isRepeated: bytes.readUInt8(start + CLICK_BYTES - 1) === 1,
});

/** Clicks that one collector published. */
interface Published {
  readonly collectorNumber: number;
  readonly clicks: Buffer;
}

/** Calls back for each click; objects are made of those only that are needed. */
const eachDigest = (bytes: Buffer, found: (digest: number, start: number) => void): void => {
  for (let start = 0; start < bytes.length; start += CLICK_BYTES)
    found(bytes.readUIntBE(start, DIGEST_BYTES), start);
};

/** The clicks of visitors and links that this collector and another one have, by digest. */
const sharedClicks = (
  batches: readonly Published[],
  own: number,
): ReadonlyMap<number, readonly PublishedClick[]> => {
  const elsewhere = new Set<number>();
  for (const { collectorNumber, clicks } of batches)
    if (collectorNumber !== own) eachDigest(clicks, digest => elsewhere.add(digest));
  const shared = new Map<number, PublishedClick[]>();
  for (const { collectorNumber, clicks } of batches)
    if (collectorNumber === own)
      eachDigest(clicks, digest => {
        if (elsewhere.has(digest)) shared.set(digest, []);
      });
  if (shared.size === 0) return shared;
  for (const { clicks } of batches)
    eachDigest(clicks, (digest, start) => shared.get(digest)?.push(clickAt(clicks, start)));
  return shared;
};

/**
 * Judges the clicks of a visitor on a link as a single collector would: a click less than {@link REPEAT_MS} after a
 * counted one is a double click. Clicks before the first that its collector counted belong to an earlier series.
 *
 * @returns whether each is a double click
 */
const judge = (clicks: readonly PublishedClick[]): [PublishedClick, boolean][] => {
  let counted: number | null = null;
  return clicks
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    .map(click => {
      const isRepeated = counted === null ? click.isRepeated : click.at - counted < REPEAT_MS;
      if (!isRepeated) counted = click.at;
      return [click, isRepeated];
    });
};

/**
 * The clicks that are judged otherwise when those of all collectors are known.
 *
 * @param own number of this collector, whose rows are changed
 * @returns by decimal id, whether it is a double click
 */
export const judgeTogether = (batches: readonly Published[], own: number): ReadonlyMap<string, boolean> => {
  const changed = new Map<string, boolean>();
  for (const clicks of sharedClicks(batches, own).values())
    for (const [click, isRepeated] of judge(clicks))
      if (isRepeated !== click.isRepeated) changed.set(String(click.id), isRepeated);
  return changed;
};

const ID = Buffer.from('"interaction_id":"');
const REPEATED = Buffer.from(',"repeated":');
const MAX_DIGITS = 20;

const idOf = (line: Buffer): string => {
  const from = line.indexOf(ID) + ID.length;
  return /^\d+/.exec(line.toString('latin1', from, from + MAX_DIGITS))?.[0] ?? '';
};

/**
 * Changes `repeated` of contacts, in the bytes of their rows. Quotes in texts are escaped, so that the name with its quotes
 * occurs once.
 *
 * @param changed by decimal id, whether it is a double click
 * @returns how many were changed
 */
export const changeRows = (contacts: PiecesByMonth, changed: ReadonlyMap<string, boolean>): number => {
  let count = 0;
  for (const line of linesOf(contacts.values())) {
    const isRepeated = changed.get(idOf(line));
    if (isRepeated === undefined) continue;
    line.write(isRepeated ? '1' : '0', line.indexOf(REPEATED) + REPEATED.length, 'latin1');
    count += 1;
  }
  return count;
};
