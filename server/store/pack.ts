/** Lines of text as bytes beside the heap, of which some at a time become objects. */
export interface Pack {
  clear(): void;
  /** @param line one JSON object */
  add(line: string): void;
  /** The objects in order, some at a time. They are good until the pack is cleared. */
  read<Row>(): Generator<Row[]>;
}

/** Lines that are read at once: few enough that they are forgotten before they are old. */
const PIECE = 100;
const FIRST = 1 << 20;
/** Bytes that a UTF-16 unit takes at most. */
const WIDEST = 3;

/**
 * A file of a million rows must not need more memory than a short one. Rows that wait for their turn as objects outlive the collector's young space, and what dies
 * in the old one stays until that has grown to several times of what is alive; bytes do not, and the same ones serve for all slices of a file.
 */
export const createPack = (): Pack => {
  let bytes = Buffer.allocUnsafeSlow(FIRST);
  let size = 0;
  /** Where each piece ends. */
  let ends: number[] = [];
  let lines = 0;
  return {
    clear: () => { [size, ends, lines] = [0, [], 0]; },
    add: line => {
      const most = size + WIDEST * line.length + 1;
      if (most > bytes.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(most, 2 * bytes.length));
        bytes.copy(larger, 0, 0, size);
        bytes = larger;
      }
      size += bytes.write(line, size);
      bytes[size++] = 0x0A;
      lines += 1;
      if (lines % PIECE === 0) ends.push(size);
    },
    read: function* <Row>() {
      const all = lines % PIECE === 0 ? ends : [...ends, size];
      let from = 0;
      for (const end of all) {
        yield bytes.toString('utf8', from, end - 1).split('\n').map(line => JSON.parse(line) as Row);
        from = end;
      }
    },
  };
};
