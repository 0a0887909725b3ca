import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import * as store from '../store/postgres/results/decisions.ts';
import { lockNotifications, withdrawNotifications } from '../store/postgres/results/notifications.ts';
import type { Decider, Refused } from './decide.ts';
import { answerInParts, type SeenResult } from './request-parts.ts';

/** Taking decisions back before their networks are notified. */

export type TakeBackRefusal = 'conflict' | 'not_found' | 'not_own' | 'no_step' | 'hold_over' | 'notified';

type Locked = Awaited<ReturnType<typeof store.holdResults>>[number];
type Line = Awaited<ReturnType<typeof store.lastDecisions>>[number]['line'];
type Notice = Awaited<ReturnType<typeof lockNotifications>>[number];

/** Why the last decision over a result cannot be taken back by this user at this moment; null: it can. */
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
 * Takes decisions back, each in its own right: a line of the ledger that restores the status before, and the
 * notification withdrawn. To be called
 * inside a transaction.
 *
 * The notifications are locked before the time is read. A sender that has claimed one has won, and one that
 * comes later finds nothing to claim.
 */
const takeBackOver = async (
  tx: Database,
  { clock }: Pick<Dependencies, 'clock'>,
  { companyId, userId, adIds }: Decider,
  seen: readonly SeenResult[],
) => {
  const results = new Map<number, Locked>(
    (
      await store.holdResults(tx, companyId, seen.map(({ id }) => id).filter(Number.isSafeInteger), adIds)
    ).map(row => [row.result.id, row]),
  );
  const lines = new Map<number, Line>(
    (await store.lastDecisions(tx, [...results.keys()])).map(({ line }) => [line.resultId, line]),
  );
  const notices = new Map<number, Notice>(
    (
      await lockNotifications(
        tx,
        [...lines.values()].map(({ id }) => id),
      )
    ).map(notice => [notice.decisionId, notice]),
  );
  const at = new Date(clock.now());
  const refused: Refused<TakeBackRefusal>[] = [];
  const going = seen.flatMap(({ id, version }) => {
    const row = results.get(id);
    const line = lines.get(id);
    const refuse = (code: TakeBackRefusal): [] => {
      refused.push({
        id,
        code,
        status: row?.result.approvalStatus ?? null,
        version: row?.result.version ?? null,
      });
      return [];
    };
    if (row === undefined || line === undefined) return refuse('not_found');
    if (row.result.version !== version) return refuse('conflict');
    const refusal = refusalOf(line, notices.get(line.id), userId, at.getTime());
    return refusal === null ? [line] : refuse(refusal);
  });
  await store.storeDecisions(
    tx,
    companyId,
    going.map(line => ({
      resultId: line.resultId,
      version: line.version + 1,
      fromStatus: line.toStatus,
      toStatus: line.fromStatus!,
      rule: null,
      userId,
      reason: '',
      heldUntil: null,
      takesBack: line.version,
    })),
    at,
  );
  await withdrawNotifications(
    tx,
    going.flatMap(({ id }) => notices.get(id)?.id ?? []),
  );
  return { decided: going.length, refused };
};

/** Which decisions somebody takes back: the last ones over these results, as he saw them. */
export interface TakeBackAsked {
  readonly key: string;
  readonly results: readonly SeenResult[];
}
export interface TakenBack {
  readonly taken_back: number;
  readonly refused: Refused<TakeBackRefusal>[];
}

/** A marker that no decision has: a key is for one request only. */
const COMMAND = 'take back';

/**
 * Takes back the asker's own decisions over many results while their hold lasts: nothing is sent of them.
 *
 * @throws {Failure} `invalid`: a result occurs twice, or the key was another request's
 */
export const takeBackMany = async (
  parts: Pick<Dependencies, 'db' | 'clock'>,
  decider: Decider,
  { key, results }: TakeBackAsked,
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
