/** Inverses of triangular matrices of doubles: pure, and the same to the last bit for the same numbers. */

export type Row = Float64Array;
/** A matrix of zeros with as many rows as columns. */
export const squareOf = (size: number): readonly Row[] =>
  Array.from({ length: size }, () => new Float64Array(size));

/**
 * Number of rows added to another in one pass: the sum has the same bits as consecutive additions, and takes
 * half the time, because it is read and written once.
 */
const AT_ONCE = 4;

/**
 * Adds multiples of rows to another, from one column up to the next, in the order of the rows.
 *
 * @param factors of the rows from `first` on, `AT_ONCE` at most
 */
const addRows = (
  to: Row,
  rows: readonly Row[],
  factors: Row,
  first: number,
  last: number,
  from: number,
  until: number,
): void => {
  if (last - first === AT_ONCE) {
    const f = factors[0]!,
      g = factors[1]!,
      h = factors[2]!,
      e = factors[3]!;
    if (f === 0 && g === 0 && h === 0 && e === 0) return;
    const a = rows[first]!,
      b = rows[first + 1]!,
      c = rows[first + 2]!,
      d = rows[first + 3]!;
    for (let j = from; j < until; j += 1) to[j] = to[j]! + f * a[j]! + g * b[j]! + h * c[j]! + e * d[j]!;
    return;
  }
  for (let k = first; k < last; k += 1) {
    const row = rows[k]!,
      factor = factors[k - first]!;
    for (let j = from; j < until; j += 1) to[j]! += factor * row[j]!;
  }
};

/**
 * Number of rows per uninterrupted stretch: with 500 states some ten milliseconds. Other requests run between
 * stretches, so that a large chain does not block them.
 */
const STRIDE = 32;

/** Calls a function for stretches of numbers below `size`, the last first where `down` is set. */
const inStrides = async (
  size: number,
  work: (from: number, until: number) => void,
  down = false,
): Promise<void> => {
  const count = Math.ceil(size / STRIDE);
  for (let done = 0; done < count; done += 1) {
    const from = (down ? count - 1 - done : done) * STRIDE;
    work(from, Math.min(from + STRIDE, size));
    if (done < count - 1)
      await new Promise<void>(resolve => {
        setImmediate(resolve);
      });
  }
};

/** What both triangles are made in: the factors of some rows. */
const FACTORS = new Float64Array(AT_ONCE);

/**
 * Makes rows of I - Q of those of Q, takes the rows before from each, and the same from a row of ones in its
 * own place: what is right of the diagonal is the upper triangle, and
 * those are the inverse of the lower one.
 */
const eliminate = (q: readonly Row[], lower: readonly Row[], from: number, until: number): void => {
  const size = q.length;
  for (let i = from; i < until; i += 1) {
    const row = q[i]!,
      own = lower[i]!;
    for (let j = 0; j < size; j += 1) row[j] = (i === j ? 1 : 0) - row[j]!;
    own[i] = 1;
    for (let first = 0; first < i; first += AT_ONCE) {
      const last = Math.min(first + AT_ONCE, i);
      // How much is taken of each depends on what those before it left.
      for (let k = first; k < last; k += 1) {
        for (let before = first; before < k; before += 1)
          row[k]! += FACTORS[before - first]! * q[before]![k]!;
        FACTORS[k - first] = -row[k]! / q[k]![k]!;
      }
      addRows(row, q, FACTORS, first, last, last, size);
      addRows(own, lower, FACTORS, first, last, 0, last);
    }
    if (!(row[i]! > 0)) throw new RangeError('a state of the Markov chain does not reach an end state');
  }
};

/** Builds rows of the inverse of the upper triangle, the last first. */
const turnUpper = (q: readonly Row[], upper: readonly Row[], from: number, until: number): void => {
  const size = q.length;
  for (let i = until - 1; i >= from; i -= 1) {
    const row = q[i]!,
      own = upper[i]!,
      pivot = row[i]!;
    own[i] = 1 / pivot;
    for (let first = i + 1; first < size; first += AT_ONCE) {
      const last = Math.min(first + AT_ONCE, size);
      for (let k = first; k < last; k += 1) FACTORS[k - first] = -row[k]! / pivot;
      addRows(own, upper, FACTORS, first, last, first, size);
    }
  }
};

/**
 * The inverses of a lower triangle of ones and of an upper one whose product is I - Q. Rows of Q sum to at
 * most 1 and every state reaches an end, so that each pivot is above zero without exchanging rows.
 *
 * @param q the rows of Q, overwritten
 */
export const triangles = async (
  q: readonly Row[],
): Promise<{ readonly lower: readonly Row[]; readonly upper: readonly Row[] }> => {
  const size = q.length;
  const [lower, upper] = [squareOf(size), squareOf(size)];
  await inStrides(size, (from, until) => {
    eliminate(q, lower, from, until);
  });
  await inStrides(
    size,
    (from, until) => {
      turnUpper(q, upper, from, until);
    },
    true,
  );
  return { lower, upper };
};

/** The sums of products of a row of numbers and each of these rows. */
export const alongRows = (rows: readonly Row[], numbers: Row): Row => {
  const sums = new Float64Array(rows.length);
  for (const [k, row] of rows.entries()) {
    let sum = 0;
    for (let j = 0; j < row.length; j += 1) sum += row[j]! * numbers[j]!;
    sums[k] = sum;
  }
  return sums;
};
/** The sums of products of a row of numbers and each column of these rows. */
export const alongColumns = (rows: readonly Row[], numbers: Row): Row => {
  const sums = new Float64Array(numbers.length);
  for (const [k, row] of rows.entries()) {
    const factor = numbers[k]!;
    for (let j = 0; j < sums.length; j += 1) sums[j]! += factor * row[j]!;
  }
  return sums;
};
