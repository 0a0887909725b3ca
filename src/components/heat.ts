/**
 * Share of the heat colour in the background of the largest value, in percent. A higher share makes figures
 * unreadable in some themes.
 */
export const MAX_TINT_PERCENT = 42;

/**
 * Share of the heat colour for a value, in percent. Proportional to the square root, so that small values are
 * distinguishable next to large ones.
 */
export const heatOf = (value: number | null, largest: number): number =>
  value === null || value <= 0 || largest <= 0
    ? 0
    : Math.round(MAX_TINT_PERCENT * Math.sqrt(Math.min(1, value / largest)) * 10) / 10;

/** Maximum number of figure columns, sums in yen included, on a printed page. */
export const MAX_PRINTED_COLUMNS = 13;
/**
 * Splits columns into printed tables of nearly equal width (27 columns: three tables of 9). Ranges are
 * [first, after the last].
 */
export const stretchesOf = (columns: number): readonly (readonly [from: number, to: number])[] => {
  const parts = Math.max(1, Math.ceil(columns / MAX_PRINTED_COLUMNS));
  const size = Math.ceil(columns / parts);
  return Array.from(
    { length: parts },
    (_, part) => [part * size, Math.min(columns, (part + 1) * size)] as const,
  );
};
