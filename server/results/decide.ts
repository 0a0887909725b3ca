import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import * as store from '../store/postgres/results/decisions.ts';
import type { ResultReach } from '../store/postgres/results/result-reach.ts';
import { enqueueNotifications, heldNotifications } from '../store/postgres/results/notifications.ts';
import { SECOND } from '../platform/time.ts';
import { type ApprovalStatus, transition, TRANSITIONS } from './lifecycle.ts';
import { noticesOf } from './notices.ts';
import { separateRefused, type Refused } from './refusals.ts';
import { answerInParts, type SeenResult } from './request-parts.ts';

type LockedResult = Awaited<ReturnType<typeof store.holdResults>>[number];
type Stores = Pick<Dependencies, 'db' | 'clock' | 'secrets'>;

/** The user who decides, with the results that the user may decide over. */
export interface Decider extends ResultReach {
  readonly userId: number;
  /** The API key with which the rights of the user are used; null or absent: the user decides in person. */
  readonly apiKeyId?: number | null;
}

export type Refusal = 'conflict' | 'not_found' | 'no_step' | 'reason_required';
/**
 * Outcome of one decision request. `heldUntil`: until when all decisions can be taken back, milliseconds since 1970;
 * null: no result was decided.
 */
interface DecidedOver {
  readonly decided: number;
  readonly refused: readonly Refused<Refusal>[];
  readonly heldUntil: number | null;
}

/**
 * Milliseconds between the notifications of two decisions over one result, so that a network receives them in order.
 */
const ORDERED_BY_MS = SECOND;

/**
 * Decides over results independently of each other, inside the caller's transaction: stores status and ledger line
 * and queues the notification, or states the refusal. A notification is due when the hold of its product, as set at
 * the decision, has ended.
 */
const decideOver = async (
  tx: Database,
  { clock, secrets }: Pick<Stores, 'clock' | 'secrets'>,
  decider: Decider,
  to: ApprovalStatus,
  reason: string,
  seen: readonly SeenResult[],
): Promise<DecidedOver> => {
  const { companyId, userId, apiKeyId = null } = decider;
  const ids = seen.map(({ id }) => id).filter(Number.isSafeInteger);
  const { accepted, refused } = separateRefused(
    seen,
    await store.holdResults(tx, decider, ids),
    (row, version) => refusalOf(row, version, to, reason),
  );
  const at = new Date(clock.now());
  const holdEnds = accepted.map(({ holdSeconds }) =>
    holdSeconds === 0 ? null : new Date(at.getTime() + holdSeconds * SECOND),
  );
  const keys = await store.storeDecisions(
    tx,
    companyId,
    accepted.map(({ result }, i) => ({
      resultId: result.id,
      version: result.version + 1,
      fromStatus: result.approvalStatus,
      toStatus: to,
      rule: null,
      userId,
      apiKeyId,
      reason,
      heldUntil: holdEnds[i]!,
      takesBack: null,
    })),
    at,
  );
  const dueTimes = await dueTimesOf(
    tx,
    accepted,
    holdEnds.map(until => until ?? at),
  );
  const notices = noticesOf(
    accepted.map(({ result, network }, i) => ({
      result,
      network,
      status: to,
      decisionId: keys[i]!,
      dueAt: dueTimes[i]!,
    })),
    secrets.notice.current(),
    at,
  );
  await enqueueNotifications(tx, notices, at);
  const ends = holdEnds.map(until => until?.getTime() ?? at.getTime());
  return { decided: accepted.length, refused, heldUntil: ends.length === 0 ? null : Math.min(...ends) };
};

/** Reason why a result cannot be decided; null: it can be decided. */
const refusalOf = (
  { result }: LockedResult,
  seenVersion: number,
  to: ApprovalStatus,
  reason: string,
): Refusal | null => {
  if (result.version !== seenVersion) return 'conflict';
  const step = transition(result.approvalStatus as ApprovalStatus, to);
  if (step === null) return 'no_step';
  return step.reason === 'required' && reason === '' ? 'reason_required' : null;
};

/**
 * Computes when the notifications of decisions are due: at the end of the hold, and after earlier waiting ones.
 *
 * @param holdEnds end of the hold, in the order of `results`
 */
const dueTimesOf = async (
  tx: Database,
  results: readonly LockedResult[],
  holdEnds: readonly Date[],
): Promise<Date[]> => {
  const earlier = await heldNotifications(
    tx,
    results.map(({ result }) => result.id),
  );
  return results.map(({ result }, i) => {
    const afterEarlier = (earlier.get(result.id) ?? -Infinity) + ORDERED_BY_MS;
    return new Date(Math.max(holdEnds[i]!.getTime(), afterEarlier));
  });
};

/** A user's request to decide over many results. `key`: idempotency key. */
export interface BulkDecision {
  readonly to: ApprovalStatus;
  readonly reason?: string;
  readonly key: string;
  readonly results: readonly SeenResult[];
}
/**
 * Answer to a request. `hold_ms`: milliseconds in which all decisions can still be taken back; 0: no hold is left.
 */
export interface Decided {
  readonly decided: number;
  readonly refused: Refused<Refusal>[];
  readonly hold_ms: number;
}

/**
 * Decides over many results; a refused result does not affect the others.
 *
 * @throws {Failure} `invalid`: a result occurs twice, a required reason is missing, or the key belongs to another
 *   request
 */
export const decideMany = async (
  parts: Stores,
  decider: Decider,
  { to, reason: reasonText = '', key, results }: BulkDecision,
): Promise<Decided> => {
  const reason = reasonText.trim();
  const steps = TRANSITIONS.filter(step => step.to === to);
  if (reason === '' && steps.every(step => step.reason === 'required'))
    throw new Failure('invalid', { fields: { reason: ['required'] } });
  const { companyId, userId } = decider;
  const answers = await answerInParts(
    parts,
    { companyId, userId, key, command: [to, reason], results },
    (tx, seen) => decideOver(tx, parts, decider, to, reason, seen),
  );
  const ends = answers.filter(({ decided }) => decided > 0).map(({ heldUntil }) => heldUntil ?? 0);
  return {
    decided: answers.reduce((sum, { decided }) => sum + decided, 0),
    refused: answers.flatMap(({ refused }) => refused as readonly Refused<Refusal>[]),
    hold_ms: ends.length === 0 ? 0 : Math.max(0, Math.min(...ends) - parts.clock.now()),
  };
};
