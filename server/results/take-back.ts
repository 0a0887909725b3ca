import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import * as store from '../store/postgres/results/decisions.ts';
import { lockNotifications, withdrawNotifications } from '../store/postgres/results/notifications.ts';
import type { Decider } from './decide.ts';
import { separateRefused, type Refused } from './refusals.ts';
import { answerInParts, type SeenResult } from './request-parts.ts';

/** Takes decisions back before their networks are notified. */

export type TakeBackRefusal = 'conflict' | 'not_found' | 'not_own' | 'no_step' | 'hold_over' | 'notified';

type Line = Awaited<ReturnType<typeof store.lastDecisions>>[number]['line'];
type Notice = Awaited<ReturnType<typeof lockNotifications>>[number];

/** Reason why this user cannot take back the last decision over a result now; null: it can be taken back. */
const refusalOf = (
  line: Line,
  notice: Notice | undefined,
  userId: number,
  now: number,
): TakeBackRefusal | null => {
  if (line.takesBack !== null || line.fromStatus === null) return 'no_step';
  if (line.userId !== userId) return 'not_own';
  if (notice !== undefined && (notice.state !== 'ready' || notice.attempts > 0)) return 'notified';
  return line.heldUntil === null || line.heldUntil.getTime() <= now ? 'hold_over' : null;
};

/**
 * Takes decisions back inside the caller's transaction: adds a ledger line that restores the status before, and
 * deletes the notification. The notifications are locked before the time is read, so either the sender has claimed a
 * notification or the user takes it back, never both.
 */
const takeBackOver = async (
  tx: Database,
  { clock }: Pick<Dependencies, 'clock'>,
  decider: Decider,
  seen: readonly SeenResult[],
) => {
  const ids = seen.map(({ id }) => id).filter(Number.isSafeInteger);
  const { companyId, userId, apiKeyId = null } = decider;
  const results = await store.holdResults(tx, decider, ids);
  const lines = await readLastLines(
    tx,
    results.map(({ result }) => result.id),
  );
  const notices = await lockNotices(tx, [...lines.values()]);
  const at = new Date(clock.now());
  const { accepted, refused } = separateRefused(seen, results, ({ result }, version) => {
    const line = lines.get(result.id);
    if (line === undefined) return 'not_found';
    if (result.version !== version) return 'conflict';
    return refusalOf(line, notices.get(line.id), userId, at.getTime());
  });
  const takenBack = accepted.map(({ result }) => lines.get(result.id)!);
  await store.storeDecisions(
    tx,
    companyId,
    takenBack.map(line => ({
      resultId: line.resultId,
      version: line.version + 1,
      fromStatus: line.toStatus,
      toStatus: line.fromStatus!,
      rule: null,
      userId,
      apiKeyId,
      reason: '',
      heldUntil: null,
      takesBack: line.version,
    })),
    at,
  );
  await withdrawNotifications(
    tx,
    takenBack.flatMap(({ id }) => notices.get(id)?.id ?? []),
  );
  return { decided: takenBack.length, refused };
};

/** Reads the last line of each ledger, by result. */
const readLastLines = async (
  tx: Database,
  resultIds: readonly number[],
): Promise<ReadonlyMap<number, Line>> =>
  new Map((await store.lastDecisions(tx, resultIds)).map(({ line }) => [line.resultId, line]));

/** Locks the notifications of decisions, by decision. */
const lockNotices = async (tx: Database, lines: readonly Line[]): Promise<ReadonlyMap<number, Notice>> => {
  const notices = await lockNotifications(
    tx,
    lines.map(({ id }) => id),
  );
  return new Map(notices.map(notice => [notice.decisionId, notice]));
};

/** A request to take back the last decisions over results, at the versions that the user saw. */
export interface TakeBackRequest {
  readonly key: string;
  readonly results: readonly SeenResult[];
}
export interface TakenBack {
  readonly taken_back: number;
  readonly refused: Refused<TakeBackRefusal>[];
}

/** Command in the digest of a request. No decision has this text, so a key of decisions cannot be reused. */
const COMMAND = 'take back';

/**
 * Takes back the user's own decisions over many results while their hold lasts; no notification is sent for them.
 *
 * @throws {Failure} `invalid`: a result occurs twice, or the key belongs to another request
 */
export const takeBackMany = async (
  parts: Pick<Dependencies, 'db' | 'clock'>,
  decider: Decider,
  { key, results }: TakeBackRequest,
): Promise<TakenBack> => {
  const { companyId, userId } = decider;
  const answers = await answerInParts(
    parts,
    { companyId, userId, key, command: [COMMAND], results },
    (tx, seen) => takeBackOver(tx, parts, decider, seen),
  );
  return {
    taken_back: answers.reduce((sum, { decided }) => sum + decided, 0),
    refused: answers.flatMap(({ refused }) => refused as Refused<TakeBackRefusal>[]),
  };
};
