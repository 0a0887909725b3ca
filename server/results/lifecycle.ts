export const PENDING = 0;
export const APPROVED = 1;
export const REJECTED = 2;
/** Approval status; partners know the numbers (docs/decisions/0006-approval-and-ledger.md). */
export type ApprovalStatus = typeof PENDING | typeof APPROVED | typeof REJECTED;

/** The name of each in answers and files. */
export const STATUS_WORDS = { [PENDING]: 'PENDING', [APPROVED]: 'APPROVED', [REJECTED]: 'REJECTED' } as const;

/** One transition that a user may make. */
export interface Transition {
  readonly from: ApprovalStatus;
  readonly to: ApprovalStatus;
  readonly reason: 'required' | 'optional';
}

/**
 * The one table of what may become of a result (docs/decisions/0006-approval-and-ledger.md).
 *
 *     PENDING ──▶ APPROVED ⇄ REJECTED ◀── PENDING
 *
 * Rejecting, and taking back what was decided, say why; nothing becomes pending again.
 */
export const TRANSITIONS: readonly Transition[] = [
  { from: PENDING, to: APPROVED, reason: 'optional' },
  { from: PENDING, to: REJECTED, reason: 'required' },
  { from: APPROVED, to: REJECTED, reason: 'required' },
  { from: REJECTED, to: APPROVED, reason: 'required' },
];

export const transition = (from: ApprovalStatus, to: ApprovalStatus): Transition | null =>
  TRANSITIONS.find(step => step.from === from && step.to === to) ?? null;

/**
 * The possible transitions of a result in this state. Answers contain them, so that no client needs a copy of
 * the table.
 */
export const nextStatuses = (from: ApprovalStatus): ApprovalStatus[] =>
  TRANSITIONS.filter(step => step.from === from).map(step => step.to);

/**
 * A ledger line as far as the status goes; `from` is null at the result's making, `takesBack` is the version
 * of the decision that the line takes back.
 */
export interface LedgerLine {
  readonly version: number;
  readonly from: ApprovalStatus | null;
  readonly to: ApprovalStatus;
  readonly takesBack: number | null;
}

/**
 * Whether `line` may take back the line before it: that was a decision of its own, and its previous status is
 * restored.
 */
const isTakeBackOf = (line: LedgerLine, before: LedgerLine | undefined): boolean =>
  before !== undefined &&
  line.takesBack === before.version &&
  before.takesBack === null &&
  before.from !== null &&
  line.to === before.from;

/**
 * The status that a result's ledger says.
 *
 * @returns null where the ledger breaks its own rules: versions not 1, 2, 3.., a line that does not start
 *   where the one before ended, a step
 * that the table does not have, or a line that takes back anything but the decision before it
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
