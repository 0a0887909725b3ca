import { refuseFile } from './sheet.ts';

const decode = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    // Bytes that are no text of this encoding: the next one is tried.
    if (error instanceof TypeError) return null;
    throw error;
  }
};

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** The encoding that the first bytes of a file name; null: none of two bytes a letter. */
const wideEncoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null;
};

/**
 * The text of a file. UTF-8 with or without its mark is what most write; Excel in Japan writes Shift_JIS
 * (CP932), and its "Unicode text" is UTF-16.
 * Hardly any Japanese text in Shift_JIS is UTF-8 by chance, so UTF-8 is tried first.
 *
 * @throws {Failure} `invalid`: none of them
 */
export const textOf = (bytes: Uint8Array): string => {
  const wide = wideEncoding(bytes);
  const text = wide === null ? (decode(bytes, 'utf-8') ?? decode(bytes, 'shift_jis')) : decode(bytes, wide);
  if (text === null) throw refuseFile('file_encoding');
  return text;
};
