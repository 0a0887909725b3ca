import { excludedRanges } from '../attribution/excluded.ts';

/**
 * Creates a predicate for the excluded IPs of a product; entries are parsed as reports parse them.
 *
 * @param entries IP addresses and CIDR ranges as they were entered
 */
export const createExcluded = (entries: readonly string[]): ((ip: string) => boolean) => {
  const ranges = excludedRanges(entries);
  if (ranges.length === 0) return () => false;
  return ip => {
    // A single address is parsed as a range of one, in a notation whose text order is the order of addresses.
    const [own] = excludedRanges([ip]);
    return own !== undefined && ranges.some(({ first, last }) => first <= own.first && own.first <= last);
  };
};
