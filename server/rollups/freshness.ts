/** The numbers of the freshness policy, and of the reads that follow it. Times in ms. */
export const FRESHNESS = {
  /** Rollups answer at once while every event accepted longer ago is in them: the promise of the reports. */
  targetMs: 2_000,
  /** Rollups that lag by more do not answer, even after the wait: then the events are read. */
  maxLagMs: 60_000,
  /**
   * Longest wait of a report for rollups that are being derived; of a product with few events (`MAX_SMALL_BATCH_EVENTS`),
   * whose events are read then.
   */
  derivationWaitMs: 3_000,
  fewEventsWaitMs: 1_000,
  /** Interval of its checks. It ends as soon as this process has derived the product. */
  derivationPollMs: 500,
  /**
   * Longest wait for rows that are moving into place, a hundred times the usual, and the interval of the checks.
   */
  publicationWaitMs: 10_000,
  publicationPollMs: 20,
  /**
   * Checks before the derivation counts as inactive, and their interval: between two runs it is inactive for a moment,
   * which is long on a busy machine.
   */
  inactivityChecks: 10,
  inactivityPollMs: 50,
  /**
   * Longest time after a change of a product's rules in which rollups of the previous ones answer, while the new are made;
   * and longest lag of those that answer while a command rebuilds all.
   */
  previousRulesMs: 30 * 60_000,
  /** Reads of rollups that change meanwhile; during the last read no rows move. */
  maxReadAttempts: 3,
  /** Last reads at a time, shared fairly by the companies: each occupies a connection of PostgreSQL. */
  concurrentLastReads: 4,
} as const;

/** The state of a product's rollups against its loaded events and its present rules. */
export type RollupState =
  /** Nothing was derived by these rules. */
  | { readonly kind: 'missing' }
  /** They follow previous rules, as the report does, while those of the present rules are made. */
  | { readonly kind: 'superseded' }
  /** A command makes all rollups again, and meanwhile none are added to these: they hold all events up to one. */
  | { readonly kind: 'rebuilding' }
  /** All loaded events are in them. */
  | { readonly kind: 'current' }
  /** Rows are moving into place, for `ageMs`. */
  | { readonly kind: 'publishing'; readonly ageMs: number }
  /** An event arrived under an id that they had passed: only a rebuild can add it. */
  | { readonly kind: 'passed' }
  /**
   * Events are missing, the first of which was accepted `lagMs` ago. `isComplete`: they hold all events up to
   * one, and none after it.
   */
  | { readonly kind: 'behind'; readonly lagMs: number; readonly isComplete: boolean };

interface FreshnessInputs {
  readonly state: RollupState;
  /** Whether a process derives at the moment, or will at once. */
  readonly isBeingDerived: boolean;
  /** Whether the events of the product are few, so that reading them delays neither the report nor others. */
  readonly hasFewEvents: boolean;
  /** How long the report has been waiting. */
  readonly waitedMs: number;
}

/** Why rollups answer, and why events do. */
export const ROLLUP_REASONS = ['current', 'fresh', 'lagging', 'superseded', 'rebuilding'] as const;
export const EVENT_REASONS = [
  'missing',
  'publishing',
  'passed',
  'not_derived',
  'few_events',
  'too_old',
] as const;

export type FreshnessDecision =
  | { readonly action: 'rollups'; readonly reason: (typeof ROLLUP_REASONS)[number] }
  | { readonly action: 'events'; readonly reason: (typeof EVENT_REASONS)[number] }
  | { readonly action: 'wait'; readonly pollMs: number };

/** Whether an age is below a limit. A negative one, after the clock was set back, says nothing. */
const isYounger = (ageMs: number, limitMs: number): boolean => ageMs >= 0 && ageMs < limitMs;

const decideBehind = (
  { lagMs, isComplete }: Extract<RollupState, { readonly kind: 'behind' }>,
  { isBeingDerived, hasFewEvents, waitedMs }: FreshnessInputs,
): FreshnessDecision => {
  const waitMs = hasFewEvents ? FRESHNESS.fewEventsWaitMs : FRESHNESS.derivationWaitMs;
  if (isComplete && isYounger(lagMs, FRESHNESS.targetMs)) return { action: 'rollups', reason: 'fresh' };
  if (!isBeingDerived) return { action: 'events', reason: 'not_derived' };
  if (waitedMs < waitMs) return { action: 'wait', pollMs: FRESHNESS.derivationPollMs };
  // So many products are derived that this one's turn does not come.
  if (hasFewEvents) return { action: 'events', reason: 'few_events' };
  return isComplete && lagMs < FRESHNESS.maxLagMs
    ? { action: 'rollups', reason: 'lagging' }
    : { action: 'events', reason: 'too_old' };
};

/**
 * Decides what answers a report. Rollups do where they hold all events but the newest ones. Where they lag
 * and are being derived, the report waits a limited time. After that the events of a small product answer, and of a
 * large one the rollups, up to `maxLagMs` behind: its events take many times as long to read and slow down the derivation.
 */
export const decideFreshness = (inputs: FreshnessInputs): FreshnessDecision => {
  const { state, isBeingDerived, waitedMs } = inputs;
  switch (state.kind) {
    case 'missing':
      return { action: 'events', reason: 'missing' };
    case 'superseded':
    case 'rebuilding':
      return { action: 'rollups', reason: state.kind };
    case 'current':
      return { action: 'rollups', reason: 'current' };
    case 'passed':
      return { action: 'events', reason: 'passed' };
    case 'publishing':
      return isBeingDerived &&
        isYounger(state.ageMs, FRESHNESS.publicationWaitMs) &&
        waitedMs < FRESHNESS.publicationWaitMs
        ? { action: 'wait', pollMs: FRESHNESS.publicationPollMs }
        : { action: 'events', reason: 'publishing' };
    case 'behind':
      return decideBehind(state, inputs);
  }
};

/** Whether rollups that lag by this time may answer while a command rebuilds all. Younger ones answer in any case. */
export const mayAnswerDuringRebuild = (lagMs: number): boolean =>
  lagMs >= FRESHNESS.targetMs && lagMs < FRESHNESS.previousRulesMs;

/** Whether the decision depends on whether a process derives, which takes up to half a second to find out. */
export const dependsOnDerivation = (inputs: Omit<FreshnessInputs, 'isBeingDerived'>): boolean =>
  decideFreshness({ ...inputs, isBeingDerived: true }).action !==
  decideFreshness({ ...inputs, isBeingDerived: false }).action;
