import { excludedRanges } from '../attribution/excluded.ts';

/**
 * Whether an address is among a product's excluded ones, by the same reading of the entries as the reports'.
 *
 * @param entries addresses and CIDR ranges as they were entered
 */
export const createExcluded = (entries: readonly string[]): ((ip: string) => boolean) => {
  const ranges = excludedRanges(entries);
  if (ranges.length === 0) return () => false;
  return ip => {
    // An address alone is a range of one, spelled so that text sorts as addresses do.
    const [own] = excludedRanges([ip]);
    return own !== undefined && ranges.some(({ first, last }) => first <= own.first && own.first <= last);
  };
};
