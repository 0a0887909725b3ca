import { UNREADABLE } from '../collector/conversion-values.ts';
import { isFullAddress } from '../platform/event-address.ts';
import type { ConversionFacts, ApprovalRules } from './derive.ts';
import { UNREADABLE_VALUE, type ExceededLimits } from './exceeded-limits.ts';
import { APPROVED, PENDING, REJECTED, type ApprovalStatus } from './lifecycle.ts';

export const APPROVED_OK = 0;
export const APPROVED_NG = 1;
export const UNAPPROVED_OK = 2;
/** Outcome of one check; null: the check is not required. */
export type CheckOutcome = typeof APPROVED_OK | typeof APPROVED_NG | typeof UNAPPROVED_OK | null;

export interface Evaluation {
  readonly amount: CheckOutcome;
  readonly args: CheckOutcome;
  readonly duplicateIps: CheckOutcome;
  readonly duplicateArgs: CheckOutcome;
  /** Window in days of the check on duplicate addresses; null: the check was not made. */
  readonly days: number | null;
  readonly status: ApprovalStatus;
  /** The rule that the ledger records for the decision. */
  readonly rule: string;
}

/** Earlier results of the network, read only where a check requires them. */
export interface History {
  /**
   * Whether the network has another result from the IP address whose conversion is less than `days` days before or
   * after `ts`, in milliseconds since 1970.
   */
  sameIp(ip: string, ts: number, days: number): boolean;
  /** Whether the network has another result with this result identifier. */
  sameArgs(args: string): boolean;
}

/**
 * Makes the four checks of a result and derives its approval status (docs/decisions/0005-results-and-checks.md).
 * An empty result identifier duplicates no other, an unknown or shortened IP address is not checked, and a conversion
 * beyond a plausibility limit is never approved automatically. Nor is one with a value that could not be read; that value
 * is not checked, because nobody knows that it is absent.
 */
export const evaluate = (
  conversion: Pick<ConversionFacts, 'amount' | 'args' | 'ip' | 'ts' | 'exceededLimits' | 'unreadableValues'>,
  approvalRules: ApprovalRules,
  history: History,
): Evaluation => {
  const approves = approvalRules.approveAutomatically && conversion.exceededLimits === null;
  const passed = approves ? APPROVED_OK : UNAPPROVED_OK;
  const outcomeOf = (isRequired: boolean, passes: () => boolean): CheckOutcome => {
    if (!isRequired) return null;
    return passes() ? passed : APPROVED_NG;
  };
  const isReadable = (value: number): boolean => (conversion.unreadableValues & value) === 0;
  const amount = outcomeOf(
    approvalRules.judgeAmount && isReadable(UNREADABLE.amount),
    () => conversion.amount > 0,
  );
  const args = outcomeOf(
    approvalRules.judgeArgs && isReadable(UNREADABLE.args),
    () => conversion.args !== '',
  );
  // Two unknown or shortened IP addresses are not duplicates of each other.
  const duplicateIps = outcomeOf(
    approvalRules.excludeDuplicateIps > 0 && isFullAddress(conversion.ip),
    () => !history.sameIp(conversion.ip, conversion.ts, approvalRules.excludeDuplicateIps),
  );
  const duplicateArgs = outcomeOf(
    approvalRules.excludeDuplicateArgs,
    () => conversion.args === '' || !history.sameArgs(conversion.args),
  );
  const failed = Object.entries({
    amount,
    args,
    duplicate_ips: duplicateIps,
    duplicate_args: duplicateArgs,
  }).flatMap(([name, judgement]) => (judgement === APPROVED_NG ? [name] : []));
  return {
    amount,
    args,
    duplicateIps,
    duplicateArgs,
    days: duplicateIps === null ? null : approvalRules.excludeDuplicateIps,
    ...decisionOf(failed, approves, conversion.exceededLimits),
  };
};

/** Derives the status and the rule for the ledger. @param failed names of the checks that failed */
const decisionOf = (
  failed: readonly string[],
  approves: boolean,
  exceededLimits: ExceededLimits,
): Pick<Evaluation, 'status' | 'rule'> => {
  if (failed.length > 0) return { status: REJECTED, rule: failed.join(',') };
  if (approves) return { status: APPROVED, rule: 'auto_approval' };
  return { status: PENDING, rule: pendingRule(exceededLimits) };
};

const pendingRule = (exceededLimits: ExceededLimits): string => {
  if (exceededLimits === null) return 'made';
  return exceededLimits >= UNREADABLE_VALUE ? 'unreadable_values' : 'exceeded_limits';
};
