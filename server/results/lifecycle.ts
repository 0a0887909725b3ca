export const PENDING = 0;
export const APPROVED = 1;
export const REJECTED = 2;
/**
 * Approval status. The numbers are part of the contract with partners (docs/decisions/0006-approval-and-ledger.md).
 */
export type ApprovalStatus = typeof PENDING | typeof APPROVED | typeof REJECTED;

/** Name of each status in answers and files. */
export const STATUS_WORDS = { [PENDING]: 'PENDING', [APPROVED]: 'APPROVED', [REJECTED]: 'REJECTED' } as const;

/** A change of the approval status that a user may make. */
export interface Transition {
  readonly from: ApprovalStatus;
  readonly to: ApprovalStatus;
  readonly reason: 'required' | 'optional';
}

/**
 * All changes of the approval status that a user may make (docs/decisions/0006-approval-and-ledger.md). Every change
 * except the first approval requires a reason; no change leads back to PENDING.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: PENDING, to: APPROVED, reason: 'optional' },
  { from: PENDING, to: REJECTED, reason: 'required' },
  { from: APPROVED, to: REJECTED, reason: 'required' },
  { from: REJECTED, to: APPROVED, reason: 'required' },
];

export const transition = (from: ApprovalStatus, to: ApprovalStatus): Transition | null =>
  TRANSITIONS.find(step => step.from === from && step.to === to) ?? null;

/** Lists the statuses that may follow. Answers include them, so that no client needs a copy of the table. */
export const nextStatuses = (from: ApprovalStatus): ApprovalStatus[] =>
  TRANSITIONS.filter(step => step.from === from).map(step => step.to);

/**
 * A line of the ledger, reduced to the status. `from`: null on the first line; `takesBack`: version of the decision
 * that the line takes back, null on a decision.
 */
export interface LedgerLine {
  readonly version: number;
  readonly from: ApprovalStatus | null;
  readonly to: ApprovalStatus;
  readonly takesBack: number | null;
}

/** Whether `line` takes back the line before it: that line is a decision, and its previous status is restored. */
const isTakeBackOf = (line: LedgerLine, before: LedgerLine | undefined): boolean =>
  before !== undefined &&
  line.takesBack === before.version &&
  before.takesBack === null &&
  before.from !== null &&
  line.to === before.from;

/**
 * Computes the approval status of a result from its ledger.
 *
 * @returns null: the ledger is invalid: versions are not 1, 2, 3.., a line does not start at the status before, a
 *   transition is not allowed, or a line takes back another line than the one before it
 */
export const replay = (ledger: readonly LedgerLine[]): ApprovalStatus | null => {
  const lines = [...ledger].sort((a, b) => a.version - b.version);
  let status: ApprovalStatus | null = null;
  for (const [i, line] of lines.entries()) {
    if (line.version !== i + 1 || line.from !== status) return null;
    if (line.takesBack !== null) {
      if (!isTakeBackOf(line, lines[i - 1])) return null;
    } else if (status !== null && transition(status, line.to) === null) return null;
    status = line.to;
  }
  return status;
};
