import type { Database } from '../store/postgres/engine/database.ts';

/** The numbers of watching. Times in ms of the monotonic clock. */
export const DEMAND = {
  /** A product is watched for this long after a report of it was opened. */
  watchedMs: 5 * 60_000,
  /** Products that are remembered; the one whose report was opened longest ago is forgotten first. */
  maxProducts: 10_000,
  /** Longest wait of a report that opens on an unwatched product for the events that wait in the journal. */
  loadWaitMs: 1_000,
} as const;

/** What the process that derives does when a report is opened. */
interface Deriver {
  /** Loads the events that wait. Called where the product was not watched before. */
  load(): Promise<unknown>;
  /** Looks at the watched products. @param isUrgent at once: one became watched */
  request(isUrgent: boolean): void;
  /** A report of a product was opened. */
  opened?(productId: number): void;
}

interface Watch {
  openedMs: number;
  readonly sinceMs: number;
  /** Whether rollups were derived since the product became watched. */
  isCaughtUp: boolean;
  readonly loaded: Promise<unknown>;
}

/** Which products' reports people read. It decides how often rollups are derived, and is lost with the process. */
export interface ReportDemand {
  /**
   * Notes that a report is opened.
   *
   * @returns after the waiting events are loaded where the product was not watched: rollups and watermarks then
   *   lag no more than those of a watched product do
   */
  open(productId: number): Promise<void>;
  /** Watched products whose rollups were derived since they became watched, or where nothing derives. */
  isCaughtUp(productId: number): boolean;
  /** Ids of the watched products. */
  watched(): ReadonlySet<number>;
  /** Notes that rollups of a product contain every event loaded before `sinceMs`. */
  caughtUp(productId: number, sinceMs: number): void;
  /**
   * Requests a search of rollups that a report found behind: another process may have loaded the events.
   *
   * @returns whether this process derives, or another that it tells
   */
  request(): boolean;
  /** Adds what derives, for one of the slices or all. */
  attach(deriver: Deriver): void;
}

/** Resolves with the work or after a time, and never rejects: the events then answer for what is missing. */
const atMost = (work: Promise<unknown>, ms: number): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms).unref();
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    work.then(end, end);
  });

export const createReportDemand = (nowMs: () => number = () => performance.now()): ReportDemand => {
  const watches = new Map<number, Watch>();
  const derivers: Deriver[] = [];

  const present = (productId: number) => {
    const watch = watches.get(productId);
    if (watch === undefined || nowMs() - watch.openedMs < DEMAND.watchedMs) return watch;
    watches.delete(productId);
    return undefined;
  };
  return {
    open: async productId => {
      const now = nowMs();
      const known = present(productId);
      const watch = known ?? {
        openedMs: now,
        sinceMs: now,
        isCaughtUp: false,
        loaded: atMost(Promise.all(derivers.map(deriver => deriver.load())), DEMAND.loadWaitMs),
      };
      watch.openedMs = now;
      // The last one in the order of the map is the one that was opened last.
      watches.delete(productId);
      watches.set(productId, watch);
      for (const oldest of watches.keys()) {
        if (watches.size <= DEMAND.maxProducts) break;
        watches.delete(oldest);
      }
      for (const deriver of derivers) {
        if (known === undefined) deriver.request(true);
        deriver.opened?.(productId);
      }
      await watch.loaded;
    },
    isCaughtUp: productId => derivers.length === 0 || present(productId)?.isCaughtUp === true,
    watched: () => new Set([...watches.keys()].filter(productId => present(productId) !== undefined)),
    caughtUp: (productId, sinceMs) => {
      const watch = watches.get(productId);
      if (watch !== undefined && watch.sinceMs <= sinceMs) watch.isCaughtUp = true;
    },
    request: () => {
      for (const deriver of derivers) deriver.request(false);
      return derivers.length > 0;
    },
    attach: attached => {
      derivers.push(attached);
    },
  };
};

const demands = new WeakMap<Database, ReportDemand>();
/** The demand for reports of an installation: reports state it, and the process that derives follows it. */
export const reportDemandOf = (db: Database): ReportDemand => {
  const demand = demands.get(db) ?? createReportDemand();
  demands.set(db, demand);
  return demand;
};
