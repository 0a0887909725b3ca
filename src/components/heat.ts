/** How much of the heat's colour the hottest cell has, in percent: more of it and the figures on it could not be read in every theme. */
export const HOTTEST = 42;

/** How hot a value is among others, in percent of the colour. By the square root, so that small ones are told apart beside large ones. */
export const heatOf = (value: number | null, largest: number): number =>
  (value === null || value <= 0 || largest <= 0 ? 0 : Math.round(HOTTEST * Math.sqrt(Math.min(1, value / largest)) * 10) / 10);
