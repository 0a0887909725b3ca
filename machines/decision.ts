/** Decisions over results as data, and the rules that hold for them in every state of the approval. */

export const PENDING = 0;
export const APPROVED = 1;
export const REJECTED = 2;
/** The decision of a user about a result. */
export type Verdict = typeof APPROVED | typeof REJECTED;

/**
 * A result with the properties that decisions need, as it was read. `next` lists the decisions that the server allows.
 */
export interface Candidate {
  readonly id: number;
  readonly version: number;
  readonly status: number;
  readonly next: readonly number[];
  /** Sales and cost, in yen. */
  readonly amount: number;
  readonly cost: number;
}
/** A result that was not decided, and its current state. */
export interface Refusal {
  readonly id: number;
  readonly code: string;
  readonly status: number | null;
  readonly version: number | null;
}

/** The results of one request. `key` makes the request idempotent. */
export interface Part {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly key: string;
  readonly results: readonly { readonly id: number; readonly version: number }[];
}
/** Answer to one request. `holdMs`: time in ms during which these decisions can be taken back; 0: none. */
export interface PartAnswer {
  readonly decided: number;
  readonly refused: readonly Refusal[];
  readonly holdMs: number;
}
/** One page of the rows that match a filter. */
export interface Gathered {
  readonly rows: readonly Candidate[];
  readonly next: string | null;
}

/** Number of results per request: the screen shows progress, and the user can cancel between two requests. */
export const PART_SIZE = 500;
/** Maximum number of results decided in one run. */
export const MAX_SELECTED = 10_000;

/** A rejection needs a reason, and so does a change of an earlier decision. */
export const isReasonRequired = ({
  verdict,
  remaining,
  decided,
}: {
  readonly verdict: Verdict;
  readonly remaining: readonly Candidate[];
  readonly decided: readonly Candidate[];
}): boolean => verdict === REJECTED || [...remaining, ...decided].some(({ status }) => status !== PENDING);

/** Rows of the sent part that the server decided. */
export const decidedOf = (
  { remaining }: { readonly remaining: readonly Candidate[] },
  answer: PartAnswer,
): readonly Candidate[] => {
  const refusedIds = new Set(answer.refused.map(({ id }) => id));
  return remaining.slice(0, PART_SIZE).filter(({ id }) => !refusedIds.has(id));
};

/** A row after its decision: only the opposite decision is possible next. */
export const afterDecision = (row: Candidate, verdict: Verdict): Candidate => ({
  ...row,
  version: row.version + 1,
  status: verdict,
  next: [verdict === APPROVED ? REJECTED : APPROVED],
});
