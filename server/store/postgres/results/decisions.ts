import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { insertMany, reserveKeys } from '../engine/bulk-insert.ts';
import type { Database } from '../engine/database.ts';
import { isInReach, type ResultReach } from './result-reach.ts';
import { asp, decision, decisionRequest, product, result } from '../schema/index.ts';

/** Decisions over many results: the steps of one transaction. */

/**
 * Loads results with their networks and the decision hold in seconds of their products, and locks them until the end of
 * the transaction. Locking in order of id prevents deadlocks between concurrent decisions.
 * @param reach results that may be decided
 */
export const holdResults = (tx: Database, reach: ResultReach, ids: readonly number[]) =>
  tx
    .select({ result, network: asp, holdSeconds: product.decisionHoldSeconds })
    .from(result)
    .innerJoin(asp, eq(asp.id, result.aspId))
    .innerJoin(product, eq(product.id, result.productId))
    .where(and(eq(result.companyId, reach.companyId), inArray(result.id, [...ids]), isInReach(reach)))
    .orderBy(result.id)
    .for('no key update', { of: result });

/** A line to add to a ledger. */
export interface NewDecision {
  readonly resultId: number;
  readonly version: number;
  readonly fromStatus: number;
  readonly toStatus: number;
  readonly rule: string | null;
  readonly userId: number | null;
  /** The API key with which the user's rights were used; null: none. */
  readonly apiKeyId: number | null;
  readonly reason: string;
  /** Time until which the decision can be taken back; null: never. */
  readonly heldUntil: Date | null;
  /** The version that this line takes back; null: the line is a decision. */
  readonly takesBack: number | null;
}

/** The latest ledger lines of results that are locked in this transaction. */
export const lastDecisions = (tx: Database, resultIds: readonly number[]) =>
  tx
    .select({ line: decision })
    .from(decision)
    .innerJoin(result, and(eq(result.id, decision.resultId), eq(result.version, decision.version)))
    .where(inArray(decision.resultId, [...resultIds]));

/** Increments the versions of locked results and writes their ledger lines. @returns the ids of the lines, in order */
export const storeDecisions = async (
  tx: Database,
  companyId: number,
  lines: readonly NewDecision[],
  at: Date,
): Promise<number[]> => {
  if (lines.length === 0) return [];
  const moves = JSON.stringify(
    lines.map(({ resultId, version, toStatus }) => ({ id: resultId, version, status: toStatus })),
  );
  const { rowCount } = await tx.execute(sql`
    update ${result} set approval_status = moved.status, version = moved.version, updated_at = greatest(${at.toISOString()}::timestamptz, ${result}.updated_at + interval '1 millisecond')
    from jsonb_to_recordset(${moves}::jsonb) as moved(id bigint, version integer, status smallint)
    where ${result}.id = moved.id and ${result}.company_id = ${companyId} and ${result}.version = moved.version - 1`);
  if (rowCount !== lines.length)
    throw new Error(`${lines.length} results were locked, but ${rowCount} were updated`);
  const keys = await reserveKeys(tx, 'decision', lines.length);
  await insertMany(
    tx,
    'decision',
    lines.map((line, i) => ({ ...line, id: keys[i]!, companyId, decidedAt: at })),
  );
  return keys;
};

/** The stored answer to a part of a request. */
export type Answer = NonNullable<(typeof decisionRequest.$inferSelect)['answer']>;
/** A part of a request that clients may repeat. */
export interface RequestPart {
  readonly companyId: number;
  readonly userId: number;
  readonly key: string;
  readonly part: number;
  readonly digest: string;
}

/**
 * Starts a part of a request in its transaction. A concurrent request with the same key waits for it.
 * @returns null: the part is new; otherwise the digest and the answer of the earlier one
 */
export const beginPart = async (
  tx: Database,
  part: RequestPart,
  at: Date,
): Promise<{ readonly digest: string; readonly answer: Answer } | null> => {
  const { rowCount } = await tx
    .insert(decisionRequest)
    .values({ ...part, createdAt: at })
    .onConflictDoNothing();
  if (rowCount === 1) return null;
  const [known] = await tx
    .select({ digest: decisionRequest.digest, answer: decisionRequest.answer })
    .from(decisionRequest)
    .where(ofPart(part));
  if (known === undefined || known.answer === null)
    throw new Error('a part of the request was started but has no answer');
  return { digest: known.digest, answer: known.answer };
};

export const endPart = async (tx: Database, part: RequestPart, answer: Answer): Promise<void> => {
  await tx.update(decisionRequest).set({ answer }).where(ofPart(part));
};

const ofPart = ({ companyId, userId, key, part }: RequestPart) =>
  and(
    eq(decisionRequest.companyId, companyId),
    eq(decisionRequest.userId, userId),
    eq(decisionRequest.key, key),
    eq(decisionRequest.part, part),
  );

/** Deletes a user's stored requests from before a time: no client repeats them any more. */
export const forgetParts = async (
  db: Database,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
  before: Date,
): Promise<void> => {
  await db
    .delete(decisionRequest)
    .where(
      and(
        eq(decisionRequest.companyId, companyId),
        eq(decisionRequest.userId, userId),
        lt(decisionRequest.createdAt, before),
      ),
    );
};

/** Results and their ledgers after an id, across companies, for a consistency check of both. */
export const ledgersAfter = async (db: Database, after: number, limit: number) => {
  const rows = await db
    .select({ id: result.id, status: result.approvalStatus, version: result.version })
    .from(result)
    .where(sql`${result.id} > ${after}`)
    .orderBy(result.id)
    .limit(limit);
  const last = rows.at(-1);
  if (last === undefined) return [];
  const lines = await db
    .select({
      resultId: decision.resultId,
      version: decision.version,
      from: decision.fromStatus,
      to: decision.toStatus,
      takesBack: decision.takesBack,
    })
    .from(decision)
    .where(sql`${decision.resultId} > ${after} and ${decision.resultId} <= ${last.id}`)
    .orderBy(decision.resultId, decision.version);
  const ledgers = new Map<number, (typeof lines)[number][]>();
  for (const line of lines) {
    const known = ledgers.get(line.resultId);
    if (known === undefined) ledgers.set(line.resultId, [line]);
    else known.push(line);
  }
  return rows.map(row => ({ ...row, ledger: ledgers.get(row.id) ?? [] }));
};
