/** Lines of text as bytes beside the heap, of which some at a time become objects. */
export interface Pack {
  clear(): void;
  /** @param lines JSON objects, each in a line */
  add(lines: string): void;
  /** The objects in order, some at a time. They are good until the pack is cleared. */
  read<Row>(): Generator<Row[]>;
}

/** Lines that are read at once: few enough that they are forgotten before they are old. */
const PIECE = 100;
const FIRST = 1 << 20;
/** Bytes that a UTF-16 unit takes at most. */
const WIDEST = 3;
const LINE_FEED = 0x0a;

/**
 * A file of a million rows must not need more memory than a short one. Rows that wait for their turn as
 * objects outlive the collector's young space, and what dies
 * in the old one stays until that has grown to several times of what is alive; bytes do not, and the same
 * ones serve for all slices of a file.
 */
export const createPack = (): Pack => {
  let bytes = Buffer.allocUnsafeSlow(FIRST);
  let size = 0;
  /** Where the piece ends that begins here: behind its last line feed. */
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
