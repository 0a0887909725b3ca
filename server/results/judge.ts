import { isKnownAddress } from '../platform/event-address.ts';
import type { ConversionFacts, Judging } from './derive.ts';
import { APPROVED, PENDING, REJECTED, type ApprovalStatus } from './lifecycle.ts';

export const APPROVED_OK = 0;
export const APPROVED_NG = 1;
export const UNAPPROVED_OK = 2;
/** What one judgement said; null: not required. */
export type Judgement = typeof APPROVED_OK | typeof APPROVED_NG | typeof UNAPPROVED_OK | null;

export interface Judgements {
  readonly amount: Judgement;
  readonly args: Judgement;
  readonly duplicateIps: Judgement;
  readonly duplicateArgs: Judgement;
  /** Days of the window that the address was judged by; null: it was not. */
  readonly days: number | null;
  readonly status: ApprovalStatus;
  /** What the ledger says decided. */
  readonly rule: string;
}

/** What the network's results before this one say; asked only where a judgement needs it. */
export interface History {
  /**
   * Whether the network has another result from this address whose conversion is less than so many days away.
   */
  sameIp(ip: string, ts: number, days: number): boolean;
  /** Whether the network has another result with this identifier. */
  sameArgs(args: string): boolean;
}

/**
 * The four judgements and what follows from them (docs/decisions/0005-results-and-judgements.md).
 *
 * A judgement that is asked for and passed is APPROVED_OK, or UNAPPROVED_OK where the network does not
 * approve automatically; one that is
 * failed is APPROVED_NG. Any NG rejects; otherwise automatic approval approves; otherwise a person decides.
 * What exceeds a plausibility limit of
 * the product is never approved automatically. An empty identifier cannot be a
 * duplicate of another (whether it may be empty is the args judgement's question). A conversion without a
 * known address is not judged by address.
 */
export const judge = (
  conversion: Pick<ConversionFacts, 'amount' | 'args' | 'ip' | 'ts' | 'exceededLimits'>,
  judging: Judging,
  history: History,
): Judgements => {
  const approves = judging.approveAutomatically && conversion.exceededLimits === null;
  const passed = approves ? APPROVED_OK : UNAPPROVED_OK;
  const judgementOf = (isRequired: boolean, passes: () => boolean): Judgement => {
    if (!isRequired) return null;
    return passes() ? passed : APPROVED_NG;
  };
  const amount = judgementOf(judging.judgeAmount, () => conversion.amount > 0);
  const args = judgementOf(judging.judgeArgs, () => conversion.args !== '');
  // An unknown address is no address: two of them are not the same.
  const duplicateIps = judgementOf(
    judging.excludeDuplicateIps > 0 && isKnownAddress(conversion.ip),
    () => !history.sameIp(conversion.ip, conversion.ts, judging.excludeDuplicateIps),
  );
  const duplicateArgs = judgementOf(
    judging.excludeDuplicateArgs,
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
    days: duplicateIps === null ? null : judging.excludeDuplicateIps,
    ...decisionOf(failed, approves, conversion.exceededLimits !== null),
  };
};

/** What the judgements lead to, and what the ledger says decided. @param failed the judgements that were NG */
const decisionOf = (
  failed: readonly string[],
  approves: boolean,
  exceedsLimits: boolean,
): Pick<Judgements, 'status' | 'rule'> => {
  if (failed.length > 0) return { status: REJECTED, rule: failed.join(',') };
  if (approves) return { status: APPROVED, rule: 'auto_approval' };
  return { status: PENDING, rule: exceedsLimits ? 'exceeded_limits' : 'made' };
};
