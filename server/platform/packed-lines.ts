/** Buffer of JSON lines outside the JavaScript heap, parsed in pieces. */
export interface Pack {
  clear(): void;
  /** @param lines JSON objects, one per line */
  add(lines: string): void;
  /** Parses the objects in order, in pieces. Must be consumed before the pack is cleared. */
  read<Row>(): Generator<Row[]>;
}

/** Lines per piece: few enough that the objects are collected while they are young. */
const PIECE = 100;
const FIRST = 1 << 20;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const WIDEST = 3;
const LINE_FEED = 0x0a;

/**
 * Creates a pack, so that the memory of a download does not depend on its length. Rows that wait as objects would
 * move to V8's old generation, which grows to several times of the live data; the bytes are reused for each slice.
 */
export const createPack = (): Pack => {
  let bytes = Buffer.allocUnsafeSlow(FIRST);
  let size = 0;
  /** End of the piece that begins at `from`: after its last line feed. */
  const endOf = (from: number): number => {
    let end = from;
    for (let lines = 0; lines < PIECE && end < size; lines += 1) end = bytes.indexOf(LINE_FEED, end) + 1;
    return end;
  };
  return {
    clear: () => {
      size = 0;
    },
    add: lines => {
      if (lines === '') return;
      const maxBytes = size + WIDEST * lines.length + 1;
      if (maxBytes > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(maxBytes, 2 * bytes.length));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      size += bytes.write(lines, size);
      bytes[size++] = LINE_FEED;
    },
    read: function* <Row>() {
      for (let from = 0; from < size;) {
        const end = endOf(from);
        yield bytes
          .toString('utf8', from, end - 1)
          .split('\n')
          .map(line => JSON.parse(line) as Row);
        from = end;
      }
    },
  };
};
