import { DAY } from '../platform/time.ts';

/**
 * A network's result from an address: its number, and when its conversion was, in milliseconds since 1970.
 */
export interface AddressEntry {
  readonly aspId: number;
  readonly ip: string;
  /** Infinite: it is not stored yet, and comes after all that are. */
  readonly id: number;
  readonly ts: number;
}

/** Which results networks have from which addresses. */
export interface AddressIndex {
  add(entry: AddressEntry): void;
  /**
   * Whether a network has a result from an address with a number up to `lastId`, whose conversion is less
   * than so many days away from `ts`.
   */
  has(aspId: number, ip: string, ts: number, days: number, lastId?: number): boolean;
}

interface DayEntries {
  firstId: number;
  readonly entries: Pick<AddressEntry, 'id' | 'ts'>[];
}

/**
 * Kept by network, address and day: of the days between the ends of a window the smallest number is all that
 * matters, and only the two days at its ends are looked through. A scan of all results of a large office's
 * address, for each of its conversions, took the square of their number.
 */
export const createAddressIndex = (entries: Iterable<AddressEntry> = []): AddressIndex => {
  const addresses = new Map<string, Map<number, DayEntries>>();
  const add = ({ aspId, ip, id, ts }: AddressEntry): void => {
    const key = `${aspId} ${ip}`;
    let days = addresses.get(key);
    if (days === undefined) addresses.set(key, (days = new Map<number, DayEntries>()));
    const day = Math.floor(ts / DAY);
    const found = days.get(day);
    if (found === undefined) days.set(day, { firstId: id, entries: [{ id, ts }] });
    else {
      found.firstId = Math.min(found.firstId, id);
      found.entries.push({ id, ts });
    }
  };
  for (const entry of entries) add(entry);
  return {
    add,
    has: (aspId, ip, ts, days, lastId = Number.POSITIVE_INFINITY) => {
      const known = addresses.get(`${aspId} ${ip}`);
      if (known === undefined) return false;
      const [from, to] = [ts - days * DAY, ts + days * DAY];
      const [first, last] = [Math.floor(from / DAY), Math.floor(to / DAY)];
      for (let day = first; day <= last; day++) {
        const found = known.get(day);
        if (found === undefined || found.firstId > lastId) continue;
        if (day > first && day < last) return true;
        if (found.entries.some(entry => entry.id <= lastId && entry.ts > from && entry.ts < to)) return true;
      }
      return false;
    },
  };
};
