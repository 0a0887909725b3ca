import { createHash } from 'node:crypto';
import { Failure } from '../http/failures.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { beginPart, endPart, forgetParts, type Answer } from '../store/postgres/results/decisions.ts';
import { DAY } from '../platform/time.ts';

/** A result at the version that the user saw. */
export interface SeenResult {
  readonly id: number;
  readonly version: number;
}

/** Results per transaction. */
const PART_SIZE = 500;
/** Milliseconds for which answers are stored, for requests that are repeated. */
const ANSWER_RETENTION_MS = 7 * DAY;

/** A request about many results. `key`: idempotency key. */
export interface KeyedRequest {
  readonly companyId: number;
  readonly userId: number;
  readonly key: string;
  /** The command apart from the results. A different command or list of results under the same key is refused. */
  readonly command: readonly (string | number)[];
  readonly results: readonly SeenResult[];
}

/**
 * Executes a request in parts of 500 results, one transaction each. Parts that were executed before under the same
 * key return their stored answers.
 *
 * @param work executes one part inside its transaction
 * @throws {Failure} `invalid`: a result occurs twice, or the key belongs to another request
 */
export const answerInParts = async (
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { companyId, userId, key, command, results }: KeyedRequest,
  work: (tx: Database, seen: readonly SeenResult[]) => Promise<Answer>,
): Promise<readonly Answer[]> => {
  if (new Set(results.map(({ id }) => id)).size < results.length)
    throw new Failure('invalid', { fields: { results: ['duplicate'] } });
  await forgetParts(db, { companyId, userId }, new Date(clock.now() - ANSWER_RETENTION_MS));
  const answers: Answer[] = [];
  for (let from = 0; from < results.length; from += PART_SIZE) {
    const seen = results.slice(from, from + PART_SIZE);
    const digest = createHash('sha256')
      .update(JSON.stringify([...command, results.length, seen.map(({ id, version }) => [id, version])]))
      .digest('base64url');
    const part = { companyId, userId, key, part: from / PART_SIZE, digest };
    answers.push(
      await db.transaction(async tx => {
        const known = await beginPart(tx, part, new Date(clock.now()));
        if (known !== null) {
          if (known.digest !== digest) throw new Failure('invalid', { fields: { key: ['taken'] } });
          return known.answer;
        }
        const answer = await work(tx, seen);
        await endPart(tx, part, answer);
        return answer;
      }),
    );
  }
  return answers;
};
