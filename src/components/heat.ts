/**
 * How much of the heat's colour the hottest cell has, in percent: more of it and the figures on it could not
 * be read in every theme.
 */
export const HOTTEST = 42;

/**
 * The intensity of a value among others, in percent of the colour. By the square root, so that small values
 * are distinguishable next to large ones.
 */
export const heatOf = (value: number | null, largest: number): number =>
  value === null || value <= 0 || largest <= 0
    ? 0
    : Math.round(HOTTEST * Math.sqrt(Math.min(1, value / largest)) * 10) / 10;

/** Columns of figures that fit on a sheet of paper, sums in yen among them. */
export const PAPER_HOLDS = 13;
/**
 * The columns of each of the tables that these many make on paper, evenly: 25 are 13 and 12, not 13, 11 and
 * 1.
 */
export const stretchesOf = (columns: number): readonly (readonly [from: number, to: number])[] => {
  const parts = Math.max(1, Math.ceil(columns / PAPER_HOLDS));
  const size = Math.ceil(columns / parts);
  return Array.from(
    { length: parts },
    (_, part) => [part * size, Math.min(columns, (part + 1) * size)] as const,
  );
};
