import { createHash } from 'node:crypto';
import { Failure } from '../http/failures.ts';
import type { Parts } from '../parts.ts';
import type { Database } from '../store/postgres/database.ts';
import * as store from '../store/postgres/decisions.ts';
import { enqueueNotifications } from '../store/postgres/notifications.ts';
import { DAY } from '../time.ts';
import { type ApprovalStatus, nextStatuses, transition, TRANSITIONS } from './lifecycle.ts';
import { noticesOf } from './notices.ts';

type Stores = Pick<Parts, 'db' | 'clock' | 'secrets'>;

/** Whoever decides: what he may see, and who he is. */
export interface Decider {
  readonly companyId: number;
  readonly userId: number;
  /** The ads whose results are his; undefined: all of the company's. */
  readonly adIds?: readonly number[] | undefined;
}

/** A result as somebody saw it. */
export interface Seen { readonly id: number; readonly version: number }

export type Refusal = 'conflict' | 'not_found' | 'no_step' | 'reason_required';
/** Why one of many was not decided over, and how it stands; null where nothing may be told of it. */
export interface Refused { readonly id: number; readonly code: Refusal; readonly status: number | null; readonly version: number | null }

/**
 * Decides over results, each in its own right: status, line of the ledger and notification of those that can be, and why not of the others. To be
 * called inside a transaction.
 */
const decideOver = async (tx: Database, { clock, secrets }: Pick<Stores, 'clock' | 'secrets'>, decider: Decider, to: ApprovalStatus, reason: string, seen: readonly Seen[]) => {
  const { companyId, userId, adIds } = decider;
  const held = new Map((await store.holdResults(tx, companyId, seen.map(({ id }) => id).filter(Number.isSafeInteger), adIds)).map(row => [row.result.id, row]));
  const refused: Refused[] = [];
  const going = seen.flatMap(({ id, version }) => {
    const row = held.get(id);
    const refuse = (code: Refusal): [] => {
      refused.push({ id, code, status: row?.result.approvalStatus ?? null, version: row?.result.version ?? null });
      return [];
    };
    if (row === undefined) return refuse('not_found');
    if (row.result.version !== version) return refuse('conflict');
    const step = transition(row.result.approvalStatus as ApprovalStatus, to);
    if (step === null) return refuse('no_step');
    return step.reason === 'required' && reason === '' ? refuse('reason_required') : [row];
  });
  const at = new Date(clock.now());
  const keys = await store.storeDecisions(tx, companyId, going.map(({ result }) => ({
    resultId: result.id, version: result.version + 1, fromStatus: result.approvalStatus, toStatus: to, rule: null, userId, reason,
  })), at);
  await enqueueNotifications(tx, noticesOf(going.map(({ result, network }, i) => ({ result, network, status: to, decisionId: keys[i]! })), secrets.click, at), at);
  return { decided: going.length, refused };
};

/** What somebody decides over one result; `version` is the one he saw. */
export interface DecisionAsked extends Decider { readonly resultId: number; readonly version: number; readonly to: ApprovalStatus; readonly reason: string }
/** How a result stands, and what it may become. */
export interface Standing { readonly resultId: number; readonly status: ApprovalStatus; readonly version: number; readonly next: readonly ApprovalStatus[] }

/**
 * Decides over one result, in one transaction.
 *
 * @throws {Failure} `not_found`; `conflict` with the present `status` and `version` where somebody else decided first; `invalid` for a step that
 * the lifecycle does not have, or without the reason that it needs
 */
export const decide = async (parts: Stores, { resultId, version, to, reason, ...decider }: DecisionAsked): Promise<Standing> => {
  const { refused: [refusal] } = await parts.db.transaction(tx => decideOver(tx, parts, decider, to, reason.trim(), [{ id: resultId, version }]));
  switch (refusal?.code) {
    case undefined: return { resultId, status: to, version: version + 1, next: nextStatuses(to) };
    case 'not_found': throw new Failure('not_found');
    case 'conflict': throw new Failure('conflict', { values: { status: refusal.status ?? 0, version: refusal.version ?? 0 } });
    case 'no_step': throw new Failure('invalid', { fields: { approval_status: ['choice'] } });
    case 'reason_required': throw new Failure('invalid', { fields: { reason: ['required'] } });
  }
};

/** Results of one transaction. */
const PART = 500;
/** How long the answers of requests are kept for those who send them again. */
const KEPT = 7 * DAY;

/** What somebody decides over many results at once. */
export interface ManyAsked { readonly to: ApprovalStatus; readonly reason?: string; readonly key: string; readonly results: readonly Seen[] }

/**
 * Decides over many results in parts of some hundreds, a transaction each: one that cannot be decided over keeps no other from it. Under a key that
 * was used before, the parts that were done answer what they answered, and the others are done.
 *
 * @throws {Failure} `invalid`: a result occurs twice, the reason that every such step needs is missing, or the key was another request's
 */
export const decideMany = async (parts: Stores, decider: Decider, { to, reason: said = '', key, results }: ManyAsked): Promise<{ decided: number; refused: Refused[] }> => {
  const reason = said.trim();
  if (new Set(results.map(({ id }) => id)).size < results.length) throw new Failure('invalid', { fields: { results: ['duplicate'] } });
  const steps = TRANSITIONS.filter(step => step.to === to);
  if (reason === '' && steps.every(step => step.reason === 'required')) throw new Failure('invalid', { fields: { reason: ['required'] } });

  const { db, clock } = parts;
  await store.forgetParts(db, decider, new Date(clock.now() - KEPT));
  let decided = 0;
  const refused: Refused[] = [];
  for (let from = 0; from < results.length; from += PART) {
    const seen = results.slice(from, from + PART);
    const digest = createHash('sha256').update(JSON.stringify([to, reason, results.length, seen.map(({ id, version }) => [id, version])])).digest('base64url');
    const part = { companyId: decider.companyId, userId: decider.userId, key, part: from / PART, digest };
    const answer = await db.transaction(async tx => {
      const known = await store.beginPart(tx, part, new Date(clock.now()));
      if (known !== null) {
        if (known.digest !== digest) throw new Failure('invalid', { fields: { key: ['taken'] } });
        return known.answer as { decided: number; refused: readonly Refused[] };
      }
      const done = await decideOver(tx, parts, decider, to, reason, seen);
      await store.endPart(tx, part, done);
      return done;
    });
    decided += answer.decided;
    refused.push(...answer.refused);
  }
  return { decided, refused };
};
