import { refuseFile } from './sheet.ts';

const decode = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // The bytes are invalid in this encoding; the caller tries the next one.
    if (error instanceof TypeError) return null;
    throw error;
  }
};

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** UTF-16 by the byte order mark of a file; null: no such mark. */
const wideEncoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
};

/**
 * Decodes a file: UTF-8 with or without a byte order mark, Shift_JIS (CP932, written by Excel in Japan) or UTF-16
 * ("Unicode text" of Excel). UTF-8 is tried first, because Shift_JIS text is hardly ever valid UTF-8.
 *
 * @throws {Failure} `invalid`: none of these encodings
 */
export const textOf = (bytes: Uint8Array): string => {
  const wide = wideEncoding(bytes);
  const text = wide === null ? (decode(bytes, 'utf-8') ?? decode(bytes, 'shift_jis')) : decode(bytes, wide);
  if (text === null) throw refuseFile('file_encoding');
  return text;
};
