import { inflateRawSync } from 'node:zlib';
import { limits, refuseFile } from './sheet.ts';

/** A part of a zip package, as the directory of the package states it. */
export interface ZipPart {
  readonly name: string;
  readonly compressed: boolean;
  readonly packed: Buffer;
  /** Stated size after decompression, in bytes. */
  readonly size: number;
}

const END = 0x0605_4b50;
const END_SIZE = 22;
const END64 = 0x0606_4b50;
const END64_SIZE = 56;
const LOCATOR64 = 0x0706_4b50;
const LOCATOR64_SIZE = 20;
const ENTRY = 0x0201_4b50;
const ENTRY_SIZE = 46;
const LOCAL = 0x0403_4b50;
const LOCAL_SIZE = 30;
const EXTRA64 = 1;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** Values that refer to the ZIP64 record for a number. */
const [SENTINEL_16, SENTINEL_32] = [0xffff, 0xffff_ffff];

const unreadable = () => refuseFile('file_format');
const readNumber64 = (bytes: Buffer, at: number): number => {
  if (at < 0 || at + 8 > bytes.length) throw unreadable();
  return Number(bytes.readBigUInt64LE(at));
};

/** Offset of the directory and number of its entries. */
const directoryOf = (bytes: Buffer): { readonly at: number; readonly count: number } => {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_SIZE > bytes.length || bytes.readUInt32LE(end) !== END) throw unreadable();
  // The end record, followed by its comment only, ends the file, so that every zip reader finds the same record.
  if (end + END_SIZE + bytes.readUInt16LE(end + 20) !== bytes.length) throw unreadable();
  const [count, at] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  if (count !== SENTINEL_16 && at !== SENTINEL_32 && bytes.readUInt32LE(end + 12) !== SENTINEL_32)
    return { at, count };
  const locator = end - LOCATOR64_SIZE;
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR64) throw unreadable();
  const record = readNumber64(bytes, locator + 8);
  if (record + END64_SIZE > locator || bytes.readUInt32LE(record) !== END64) throw unreadable();
  return { at: readNumber64(bytes, record + 48), count: readNumber64(bytes, record + 32) };
};

/** Numbers of an entry's ZIP64 field, in their fixed order; only numbers that the entry leaves out are present. */
const numbers64 = (bytes: Buffer, from: number, to: number, wanted: number): number[] => {
  for (let at = from; at + 4 <= to; at += 4 + bytes.readUInt16LE(at + 2)) {
    if (bytes.readUInt16LE(at) !== EXTRA64) continue;
    if (bytes.readUInt16LE(at + 2) < 8 * wanted || at + 4 + 8 * wanted > to) throw unreadable();
    return Array.from({ length: wanted }, (_, place) => readNumber64(bytes, at + 4 + 8 * place));
  }
  throw unreadable();
};

const partAt = (bytes: Buffer, at: number): { readonly part: ZipPart; readonly next: number } => {
  if (at + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw unreadable();
  const nameEnd = at + ENTRY_SIZE + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  if (extraEnd > bytes.length) throw unreadable();
  const own = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  const missing = own.filter(number => number === SENTINEL_32).length;
  const stated = missing === 0 ? [] : numbers64(bytes, nameEnd, extraEnd, missing);
  const [size = 0, packed = 0, local = 0] = own.map(number =>
    number === SENTINEL_32 ? stated.shift()! : number,
  );

  if (local + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(local) !== LOCAL) throw unreadable();
  const from = local + LOCAL_SIZE + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)];
  const readable = method === STORED ? packed === size : method === DEFLATED && packed > 0;
  if ((flags & ENCRYPTED) !== 0 || !readable || from + packed > bytes.length) throw unreadable();
  const name = bytes.toString('latin1', at + ENTRY_SIZE, nameEnd);
  return {
    part: { name, compressed: method === DEFLATED, packed: bytes.subarray(from, from + packed), size },
    next: extraEnd + bytes.readUInt16LE(at + 32),
  };
};

/**
 * Reads the directory of a zip package without decompressing anything.
 *
 * @throws {Failure} `invalid`: not a package, encrypted, or the stated sizes exceed the limit
 */
export const readZipDirectory = (bytes: Buffer): ZipPart[] => {
  const { at: begin, count } = directoryOf(bytes);
  if (count > limits.parts) throw unreadable();
  const parts: ZipPart[] = [];
  let total = 0;
  for (let [entry, at] = [0, begin]; entry < count; entry += 1) {
    const { part, next } = partAt(bytes, at);
    total += part.size;
    if (total > limits.unfolded) throw refuseFile('file_unfolded', { max: limits.unfolded / 1024 / 1024 });
    parts.push(part);
    at = next;
  }
  return parts;
};

/** Decompresses a part. @throws {Failure} `invalid`: its content differs from the directory */
export const unfoldPart = ({ compressed, packed, size }: ZipPart): Buffer => {
  if (!compressed) return packed;
  let unfolded: Buffer;
  try {
    unfolded = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
  } catch (error) {
    throw refuseFile('file_format', {}, error);
  }
  if (unfolded.length !== size) throw unreadable();
  return unfolded;
};
