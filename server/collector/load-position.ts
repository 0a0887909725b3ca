import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { replaceFile } from '../platform/durable-files.ts';
import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import { segmentNumber } from './segments.ts';

const Offset = Type.Integer({ minimum: 0 });
const SegmentName = Type.String({ pattern: '^\\d{12}-[\\da-f]{12}\\.ndjson$' });
/** Decimal. */
const EventId = Type.String({ pattern: '^\\d{1,20}$' });

/** The batch of a segment that is being loaded; `from` equals `to` between two batches. Offsets in bytes. */
const SegmentProgress = Type.Object({
  segment: SegmentName,
  from: Offset,
  to: Offset,
  /** Rows that the store already contains are left out before the rest is inserted. */
  careful: Type.Boolean(),
});
export type SegmentProgress = Readonly<Static<typeof SegmentProgress>>;

/**
 * The known state of the journal's segments, durable in `position.json`. A segment counts as loaded only if
 * it is listed here; all other files in the folder are still to be loaded.
 */
const LoadPosition = Type.Object({
  format: Type.Literal(2),
  /**
   * The highest number of a segment whose file may be deleted: new segments are numbered above it, so that a
   * number is never reused.
   */
  lastNumber: Offset,
  /** Id of the last loaded event. */
  watermark: EventId,
  current: Type.Union([SegmentProgress, Type.Null()]),
  /** Segments that are loaded to their end and whose files may still exist. */
  loaded: Type.Array(SegmentName),
  /** Segments of which an earlier version may have loaded rows without a record of it. */
  unsure: Type.Array(SegmentName),
});
export type LoadPosition = Readonly<Static<typeof LoadPosition>>;

/** `position.json` of versions that recorded only their progress. */
const PositionFormat1 = Type.Object({ segment: SegmentName, from: Offset, to: Offset, watermark: EventId });

export const NEW_POSITION: LoadPosition = {
  format: 2,
  lastNumber: 0,
  watermark: '0',
  current: null,
  loaded: [],
  unsure: [],
};

/** The file of a slice; the default one has the name of installations with one server. */
const fileOf = (slice: string): string =>
  slice === DEFAULT_SLICE ? 'position.json' : `position-${slice}.json`;

/**
 * Converts the position of an earlier version, which restarted segment numbers after each clean stop and
 * compared names as text: a segment that sorts before its position may be loaded or skipped, so its rows are
 * looked up in the store one by one.
 */
const upgrade = (
  { segment, from, to, watermark }: Static<typeof PositionFormat1>,
  names: readonly string[],
): LoadPosition => {
  const unsure = names.filter(name => name < segment);
  const isCurrent = names.includes(segment);
  return {
    format: 2,
    lastNumber: segmentNumber(segment) ?? 0,
    watermark,
    loaded: [],
    // Only one segment at a time has a progress: if others precede it, its rows are looked up too.
    current: isCurrent && unsure.length === 0 ? { segment, from, to, careful: false } : null,
    unsure: isCurrent && unsure.length > 0 ? [...unsure, segment] : unsure,
  };
};

/**
 * Reads the progress of loading the journal in `folder` into a slice.
 *
 * @param names the names of the segments in the folder
 * @throws {Error} when the file exists but is unreadable: guessing would load events twice or never
 */
export const readPosition = async (
  folder: string,
  names: readonly string[],
  slice = DEFAULT_SLICE,
): Promise<LoadPosition> => {
  const file = join(folder, fileOf(slice));
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return NEW_POSITION;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} does not contain a load position of the journal`, { cause });
  }
  if (Value.Check(LoadPosition, value)) return value;
  if (Value.Check(PositionFormat1, value) && !('format' in value)) return upgrade(value, names);
  throw new Error(`${file} does not contain a load position of the journal`);
};

/** The position of a folder whose events nobody waited for: each of its rows is looked up, and noted as a late one. */
export const withAllUnsure = (position: LoadPosition, names: readonly string[]): LoadPosition => ({
  ...position,
  current: null,
  unsure: names.filter(name => !position.loaded.includes(name)),
});

/**
 * Writes the position; it is durable when the promise resolves.
 *
 * @throws when the disk fails; the earlier position remains
 */
export const savePosition = (folder: string, position: LoadPosition, slice = DEFAULT_SLICE): Promise<void> =>
  replaceFile(folder, fileOf(slice), JSON.stringify(position));
