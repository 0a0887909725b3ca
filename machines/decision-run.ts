import {
  APPROVED,
  decidedOf,
  PART_SIZE,
  type Candidate,
  type Part,
  type PartAnswer,
  type Refusal,
  type Verdict,
} from './decision.ts';
import type { Failure } from './failure.ts';

/** One decision over many results, which is sent in parts, and how each answer changes it. */

/** What a user decides: `only` about these rows instead of the selected ones. `key` makes the request idempotent. */
export interface Decision {
  readonly verdict: Verdict;
  readonly key: string;
  readonly only?: readonly Candidate[];
}

export interface DecisionRun {
  readonly verdict: Verdict;
  /** Results of this decision that are not sent yet. */
  readonly remaining: readonly Candidate[];
  readonly decided: readonly Candidate[];
  readonly refused: readonly Refusal[];
  /** Number of selected results whose status cannot change to `verdict`. */
  readonly skipped: number;
  readonly reason: string;
  readonly failure: Failure | null;
  readonly key: {
    readonly base: string;
    readonly part: number;
    readonly sent: string | null;
    readonly revision: number;
  };
}

const NOTHING_SENT = { remaining: [], decided: [], refused: [], skipped: 0, reason: '', failure: null };
const newKey = (base: string): DecisionRun['key'] => ({ base, part: 0, sent: null, revision: 0 });

export const NO_DECISION: DecisionRun = { verdict: APPROVED, ...NOTHING_SENT, key: newKey('') };

/** @returns the run of a decision over those rows that may become it */
export const startDecision = (
  selected: readonly Candidate[],
  { verdict, key, only }: Decision,
): DecisionRun => {
  const requested = only ?? selected;
  const remaining = requested.filter(({ next }) => next.includes(verdict));
  return {
    ...NOTHING_SENT,
    verdict,
    remaining,
    skipped: requested.length - remaining.length,
    key: newKey(key),
  };
};

/** The run before its first part: a reason that differs from the sent one gets a new key. */
export const withConfirmedReason = ({ key, reason }: DecisionRun): Pick<DecisionRun, 'key' | 'failure'> => ({
  key: {
    ...key,
    sent: reason,
    revision: key.sent === null || key.sent === reason ? key.revision : key.revision + 1,
  },
  failure: null,
});

/** The request of the next part. */
export const nextPart = ({ verdict, reason, key, remaining }: DecisionRun): Part => ({
  verdict,
  reason: reason.trim(),
  key: `${key.base}-${key.revision}-${key.part}`,
  results: remaining.slice(0, PART_SIZE).map(({ id, version }) => ({ id, version })),
});

/** The run after the answer to one part. */
export const withAnswer = (run: DecisionRun, answer: PartAnswer) => ({
  remaining: run.remaining.slice(PART_SIZE),
  decided: [...run.decided, ...decidedOf(run, answer)],
  refused: [...run.refused, ...answer.refused],
  key: { ...run.key, part: run.key.part + 1 },
});

/** The outcome so far. */
export const outcomeOf = ({ verdict, decided, refused, remaining }: DecisionRun) => ({
  verdict,
  decided,
  refused,
  isComplete: refused.length + remaining.length === 0,
});

/** Ends a run: rows that were decided or refused are no longer selected. */
export const withoutDecision = ({
  selected,
  decided,
  refused,
}: DecisionRun & { readonly selected: readonly Candidate[] }) => {
  const done = new Set([...decided, ...refused].map(({ id }) => id));
  return { ...NOTHING_SENT, selected: selected.filter(({ id }) => !done.has(id)) };
};
