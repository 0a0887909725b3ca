import { AsyncLocalStorage } from 'node:async_hooks';
import { EVENT_REASONS, ROLLUP_REASONS } from './freshness.ts';

/**
 * Reasons of event reads besides the freshness of rollups. `unsupported`: rollups do not have what the report
 * needs; `pinned`: it continues an answer up to another event; `changing`: rollups changed during every read.
 */
const OTHER_REASONS = ['unsupported', 'pinned', 'changing'] as const;

/** Every outcome of a report: what it was read from, and why. */
const OUTCOMES = [
  ...ROLLUP_REASONS.map(reason => ({ source: 'rollups', reason }) as const),
  ...[...EVENT_REASONS, ...OTHER_REASONS].map(reason => ({ source: 'events', reason }) as const),
];
export type SourceOutcome = (typeof OUTCOMES)[number];

const counts = new Map<SourceOutcome['reason'], number>();
const current = new AsyncLocalStorage<Set<string>>();

/** Counts a report's outcome, and adds it to those of the current request. */
export const recordSource = ({ source, reason }: SourceOutcome): void => {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
  current.getStore()?.add(`${source}; reason=${reason}`);
};

/** Number of reports of this process since its start, by outcome. */
export const sourceCounts = (): readonly (SourceOutcome & { readonly count: number })[] =>
  OUTCOMES.map(outcome => ({ ...outcome, count: counts.get(outcome.reason) ?? 0 }));

/** Runs a request, and collects the outcomes of its reports in `found`. */
export const collectSources = (found: Set<string>, work: () => void): void => current.run(found, work);
