import { MINUTE } from '../platform/time.ts';

/** The tag sends a report that was not answered again, for two minutes. */
const REMEMBERED_MS = 5 * MINUTE;
/** Maximum number of reports in a generation, some 20 MB. Who sends more makes the collector forget earlier ones. */
export const MAX_REMEMBERED = 20_000;

/** A conversion that a report of the tag caused. */
export interface RecordedConversion {
  readonly id: bigint;
  readonly cvType: 0 | 1;
  readonly bot: 0 | 1;
}

/** The contact of a landing by a direct link that a report of the tag caused. */
export interface RecordedContact {
  readonly interactionId: bigint;
  readonly visitorId: string;
  readonly adId: number;
}

/** What a report caused that may be counted only once; null: no contact. */
export interface RecordedReport {
  readonly conversions: readonly RecordedConversion[];
  readonly contact: RecordedContact | null;
}

/** The recorded conversions of a report, and the click token that the browser continues with. */
export interface RecordedVisit {
  readonly conversions: readonly RecordedConversion[];
  readonly token: string;
}

/** Remembers the reports of the last minutes by the numbers that the tag gave them. */
export interface RecentReports {
  /**
   * Records a report, or answers what its first copy recorded. One that failed is forgotten, so that its next copy is
   * recorded.
   *
   * @param key product and number of the report
   * @param now in ms since 1970
   * @param repeated called for a later copy
   */
  once(
    key: string,
    now: number,
    record: () => Promise<RecordedVisit>,
    repeated: () => void,
  ): Promise<RecordedVisit>;
}

/** Stores two generations and drops the older after some minutes, or when the younger is full. A restart forgets all. */
export const createRecentReports = (): RecentReports => {
  let young = new Map<string, Promise<RecordedVisit>>();
  let old = new Map<string, Promise<RecordedVisit>>();
  let turnedMs = 0;
  return {
    once: async (key, now, record, repeated) => {
      if (Math.abs(now - turnedMs) >= REMEMBERED_MS || young.size >= MAX_REMEMBERED)
        [old, young, turnedMs] = [young, new Map(), now];
      const known = young.get(key) ?? old.get(key);
      if (known !== undefined) {
        repeated();
        return known;
      }
      const recorded = record();
      const generation = young;
      generation.set(key, recorded);
      try {
        return await recorded;
      } catch (error) {
        generation.delete(key);
        throw error;
      }
    },
  };
};
