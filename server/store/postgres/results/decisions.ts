import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { insertMany, reserveKeys } from '../engine/bulk-insert.ts';
import type { Database } from '../engine/database.ts';
import { asp, decision, decisionRequest, product, result } from '../schema/index.ts';

/** Deciding over many results: the steps of one transaction. */

/**
 * Results of a company with their networks and the seconds that their products hold decisions, held until the
 * end of the transaction, in the order of
 * their numbers: two who decide at once wait for each other and never in a circle.
 *
 * @param adIds undefined: whatever their ads
 */
export const holdResults = (
  tx: Database,
  companyId: number,
  ids: readonly number[],
  adIds?: readonly number[],
) =>
  tx
    .select({ result, network: asp, holdSeconds: product.decisionHoldSeconds })
    .from(result)
    .innerJoin(asp, eq(asp.id, result.aspId))
    .innerJoin(product, eq(product.id, result.productId))
    .where(
      and(
        eq(result.companyId, companyId),
        inArray(result.id, [...ids]),
        adIds === undefined ? undefined : inArray(result.cvAdId, [...adIds]),
      ),
    )
    .orderBy(result.id)
    .for('no key update', { of: result });

/** One line for a ledger. */
export interface NewDecision {
  readonly resultId: number;
  readonly version: number;
  readonly fromStatus: number;
  readonly toStatus: number;
  readonly rule: string | null;
  readonly userId: number | null;
  readonly reason: string;
  /** Before this the decision can be taken back; null: never. */
  readonly heldUntil: Date | null;
  /** The version that this line takes back; null: it is a decision. */
  readonly takesBack: number | null;
}

/** The last lines of the ledgers of results that are locked in this transaction. */
export const lastDecisions = (tx: Database, resultIds: readonly number[]) =>
  tx
    .select({ line: decision })
    .from(decision)
    .innerJoin(result, and(eq(result.id, decision.resultId), eq(result.version, decision.version)))
    .where(inArray(decision.resultId, [...resultIds]));

/**
 * Moves results that are held, one version on, and writes their ledgers. Gives the lines' numbers, in order.
 */
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
    throw new Error(`${lines.length} results were held, ${rowCount} could be moved`);
  const keys = await reserveKeys(tx, 'decision', lines.length);
  await insertMany(
    tx,
    'decision',
    lines.map((line, i) => ({ ...line, id: keys[i]!, companyId, decidedAt: at })),
  );
  return keys;
};

/** What a part of a request came to. */
export type Answer = NonNullable<(typeof decisionRequest.$inferSelect)['answer']>;
/** A part of a request that may come twice. */
export interface RequestPart {
  readonly companyId: number;
  readonly userId: number;
  readonly key: string;
  readonly part: number;
  readonly digest: string;
}

/**
 * Begins a part of a request inside its transaction. Whoever sends the same at the same time waits here for
 * the first one's end.
 *
 * @returns null: it is the first time; else what it came to, and of what
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
    throw new Error('a part of a request was begun and has no end');
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

/** Forgets a user's requests from before a time: nobody sends them again. */
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

/** Results and their ledgers from a number on, for looking whether both say the same; across companies. */
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
