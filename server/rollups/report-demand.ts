import { EventEmitter, once } from 'node:events';
import type { Database } from '../store/postgres/engine/database.ts';

/** The numbers of requests. Times in ms of the monotonic clock. */
export const DEMAND = {
  /** How long a product remains requested after a report last found its rollups behind: reports wait for less. */
  requestedMs: 10_000,
  /** Products that are requested at a time; the one that was requested first is forgotten first. */
  maxProducts: 10_000,
} as const;

/** What the process that derives does where a report found the rollups of a product behind, and waits for them. */
type Deriver = (productId: number) => void;

interface Request {
  lastMs: number;
  readonly sinceMs: number;
}

/**
 * Which products' rollups reports wait for. Rollups are derived where a report needs them, since a batch costs the same
 * for one event as for a thousand. It is lost with the process.
 */
export interface ReportDemand {
  /**
   * A report found the rollups of a product behind: they are derived at once.
   *
   * @returns whether this process derives, or another that it notifies
   */
  request(productId: number): boolean;
  /** Ids of the requested products. */
  requested(): ReadonlySet<number>;
  /** Notes that rollups of a product contain every event loaded before `sinceMs`. */
  derived(productId: number, sinceMs: number): void;
  /** Resolves when the rollups of a product were derived by this process, or after a time. */
  nextDerivation(productId: number, limitMs: number): Promise<void>;
  /** Adds what derives, for one of the slices or all. */
  attach(deriver: Deriver): void;
}

export const createReportDemand = (nowMs: () => number = () => performance.now()): ReportDemand => {
  const requests = new Map<number, Request>();
  const derivers: Deriver[] = [];
  /** An event per product whose rollups were derived. */
  const derivations = new EventEmitter().setMaxListeners(0);

  const isPresent = ({ lastMs }: Request): boolean => nowMs() - lastMs < DEMAND.requestedMs;
  return {
    request: productId => {
      const known = requests.get(productId);
      if (known !== undefined && isPresent(known)) known.lastMs = nowMs();
      else {
        requests.delete(productId);
        requests.set(productId, { lastMs: nowMs(), sinceMs: nowMs() });
        const [first] = requests.keys();
        if (requests.size > DEMAND.maxProducts && first !== undefined) requests.delete(first);
      }
      for (const derive of derivers) derive(productId);
      return derivers.length > 0;
    },
    requested: () => {
      for (const [productId, request] of requests) if (!isPresent(request)) requests.delete(productId);
      return new Set(requests.keys());
    },
    derived: (productId, sinceMs) => {
      const request = requests.get(productId);
      if (request !== undefined && request.sinceMs <= sinceMs) requests.delete(productId);
      derivations.emit(String(productId));
    },
    nextDerivation: (productId, limitMs) =>
      once(derivations, String(productId), { signal: AbortSignal.timeout(limitMs) }).then(
        () => undefined,
        () => undefined, // the time has passed
      ),
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
