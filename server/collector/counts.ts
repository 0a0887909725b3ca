import type { Clock } from '../platform/clock.ts';

/** Counters of the collector, since the start of the program; read by {@link Counts.all}. */
export interface Counts {
  add(name: string, by?: number): void;
  all(): Readonly<Record<string, number>>;
  /**
   * Runs `report` unless an entry of this name was logged within the last second: a flood of bad input must not
   * become a flood of log lines.
   */
  seldom(name: string, report: () => void): void;
}

export const createCounts = (clock: Clock): Counts => {
  const counters = new Map<string, number>();
  const lastLoggedMs = new Map<string, number>();
  return {
    add: (name, by = 1) => {
      counters.set(name, (counters.get(name) ?? 0) + by);
    },
    all: () => Object.fromEntries([...counters].sort(([a], [b]) => (a < b ? -1 : 1))),
    seldom: (name, report) => {
      const now = clock.now();
      const last = lastLoggedMs.get(name);
      if (last !== undefined && now >= last && now - last < 1000) return;
      lastLoggedMs.set(name, now);
      report();
    },
  };
};
