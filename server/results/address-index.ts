import { DAY } from '../platform/time.ts';

/**
 * A result of an ad network by the IP address of its conversion. `ts`: time of the conversion, milliseconds since
 * 1970.
 */
export interface AddressEntry {
  readonly aspId: number;
  readonly ip: string;
  /** Result id; `Number.POSITIVE_INFINITY`: not stored yet, so ordered after all stored results. */
  readonly id: number;
  readonly ts: number;
}

/** Index of results by ad network and IP address, for the check on duplicate addresses. */
export interface AddressIndex {
  add(entry: AddressEntry): void;
  /**
   * Whether the network has a result from the address with an id up to `lastId` whose conversion is less than `days`
   * days before or after `ts`.
   */
  has(aspId: number, ip: string, ts: number, days: number, lastId?: number): boolean;
}

interface DayEntries {
  firstId: number;
  readonly entries: Pick<AddressEntry, 'id' | 'ts'>[];
}

/**
 * Creates the index: entries by network, address and day. A whole day inside the window needs only its smallest id;
 * entries are compared on the two boundary days. A scan of all results of an address was quadratic for offices.
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
