import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { segmentNumber, syncFolder } from './journal.ts';

/** The batch of a segment that is being loaded; `from` equals `to` between two batches. Offsets in bytes. */
export interface SegmentProgress {
  readonly segment: string;
  readonly from: number;
  readonly to: number;
  /** Rows that the store holds already are left out before the rest is inserted. */
  readonly careful: boolean;
}

/**
 * What is known of the journal's segments, durable in `position.json`. A segment is loaded only when it is named here; whatever else lies in the folder is still to be loaded.
 */
export interface LoadPosition {
  readonly format: 2;
  /** The highest number of a segment whose file may be gone: new segments are numbered above it, so that a number never comes twice. */
  readonly lastNumber: number;
  /** Id of the last loaded event, decimal. */
  readonly watermark: string;
  readonly current: SegmentProgress | null;
  /** Segments that are loaded to their end and whose files may still be there. */
  readonly loaded: readonly string[];
  /** Segments of which an earlier version may have loaded rows without a record of it. */
  readonly unsure: readonly string[];
}

/** `position.json` of versions that recorded only how far they were. */
interface PositionFormat1 { readonly segment: string; readonly from: number; readonly to: number; readonly watermark: string }

export const NEW_POSITION: LoadPosition = { format: 2, lastNumber: 0, watermark: '0', current: null, loaded: [], unsure: [] };

const fileIn = (folder: string): string => join(folder, 'position.json');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const isOffset = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(name => typeof name === 'string');
const isId = (value: unknown): boolean => typeof value === 'string' && /^\d{1,20}$/.test(value);

const isFormat1 = (value: Readonly<Record<string, unknown>>): boolean => typeof value['segment'] === 'string' && segmentNumber(value['segment']) !== null
  && isOffset(value['from']) && isOffset(value['to']) && isId(value['watermark']);
const isProgress = (value: unknown): boolean => value === null
  || (isRecord(value) && typeof value['segment'] === 'string' && isOffset(value['from']) && isOffset(value['to']) && typeof value['careful'] === 'boolean');
const isFormat2 = (value: Readonly<Record<string, unknown>>): boolean => isOffset(value['lastNumber']) && isId(value['watermark'])
  && isProgress(value['current']) && isNames(value['loaded']) && isNames(value['unsure']);

/**
 * Takes over the position of an earlier version, which numbered segments anew after each clean stop and compared names as text: a segment that sorts before
 * its position may be loaded or may have been skipped, so that its rows are looked up in the store one by one.
 */
const upgrade = ({ segment, from, to, watermark }: PositionFormat1, names: readonly string[]): LoadPosition => {
  const unsure = names.filter(name => name < segment);
  const isCurrent = names.includes(segment);
  return {
    format: 2, lastNumber: segmentNumber(segment) ?? 0, watermark, loaded: [],
    // One segment at a time has a progress: where others come before it, its rows are looked up too.
    current: isCurrent && unsure.length === 0 ? { segment, from, to, careful: false } : null,
    unsure: isCurrent && unsure.length > 0 ? [...unsure, segment] : unsure,
  };
};

/**
 * Reads how far the journal in `folder` is loaded.
 *
 * @param names the names of the segments in the folder
 * @throws {Error} when the file is there and cannot be read: guessing would load events twice or never
 */
export const readPosition = async (folder: string, names: readonly string[]): Promise<LoadPosition> => {
  const file = fileIn(folder);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return NEW_POSITION;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${file} is not a position of the journal`, { cause });
  }
  if (isRecord(value) && value['format'] === 2 && isFormat2(value)) return value as unknown as LoadPosition;
  if (isRecord(value) && value['format'] === undefined && isFormat1(value)) return upgrade(value as unknown as PositionFormat1, names);
  throw new Error(`${file} is not a position of the journal`);
};

/** Writes the position; it is durable when the promise resolves. @throws when the disk fails; the earlier position stays */
export const savePosition = async (folder: string, position: LoadPosition): Promise<void> => {
  const file = fileIn(folder);
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(position));
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  await syncFolder(folder);
};
