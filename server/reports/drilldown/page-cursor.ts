/**
 * The cursor after a page of a figure's conversions, an opaque text: the last event that all pages count, and
 * the amount of the figure that earlier pages have distributed.
 */
export interface PageCursor {
  /** The last event that counts. */
  readonly counted: string;
  readonly ms: number;
  readonly id: string;
  readonly figure: bigint;
  /** The contributions of all conversions, and those of the pages so far. */
  readonly total: bigint;
  readonly distributed: bigint;
}

const SHAPE = /^(\d{1,20})\.(\d{1,15})\.(\d{1,20})\.(\d{1,39})\.(\d{1,39})\.(\d{1,39})$/;
const LARGEST_ID = 2n ** 64n - 1n;

export const writePageCursor = ({ counted, ms, id, figure, total, distributed }: PageCursor): string =>
  Buffer.from([counted, ms, id, figure, total, distributed].join('.')).toString('base64url');

/** Parses a cursor; null where it is not valid. */
export const readPageCursor = (word: string): PageCursor | null => {
  const [, counted, ms, id, figure, total, distributed] =
    SHAPE.exec(Buffer.from(word, 'base64url').toString('latin1')) ?? [];
  if (
    counted === undefined ||
    ms === undefined ||
    id === undefined ||
    figure === undefined ||
    total === undefined ||
    distributed === undefined
  )
    return null;
  if (BigInt(counted) > LARGEST_ID || BigInt(id) > LARGEST_ID) return null;
  return {
    counted,
    ms: Number(ms),
    id,
    figure: BigInt(figure),
    total: BigInt(total),
    distributed: BigInt(distributed),
  };
};
