import type { Viewer } from '../accounts/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import { writeCursor } from '../logs/cursor.ts';
import type { Parts } from '../parts.ts';
import { countNewerQueue, countQueue, queuedAttempts, queueLines, type QueueFilter, type QueueLogRow } from '../store/postgres/queue-log.ts';
import type { LogPlace } from '../store/postgres/result-log.ts';
import { maskUrl } from './mask.ts';
import { adsOf, BEGINNING, placeOf, readPlace, scopeOf, type NewerQuestion, type Question } from './questions.ts';
import { iso, rowsIn, slicesOf } from './slices.ts';

/** The result queue, as whoever asks may see it. */

export const QUEUE_KINDS: Readonly<Record<QueueFilter, Kind>> = {
  result_queue_id: 'integer', result_id: 'integer', asp_id: 'integer', asp_name: 'text', cv_ad_id: 'integer', cv_ad_name: 'text', approval_status: 'integer', queue_result: 'boolean',
  state: 'text', attempts: 'integer', http_status: 'integer', failure: 'text', method: 'text', answer: 'text', executed_time: 'time', next_time: 'time', created_at: 'time',
};

const shown = (row: QueueLogRow) => Object.assign(row, {
  url: maskUrl(row.url), cv_ad_name: row.cv_ad_name ?? '', answer: row.answer ?? '',
  executed_time: row.executed_time && iso(row.executed_time), next_time: row.next_time && iso(row.next_time), created_at: iso(row.created_at),
});

const placeOfRow = (row: Pick<QueueLogRow, 'created_at' | 'result_queue_id'>): LogPlace => ({ ms: Date.parse(row.created_at), id: String(row.result_queue_id) });
const placeIn = (row: QueueLogRow | undefined): string => writeCursor(row === undefined ? BEGINNING : placeOfRow(row));

/**
 * A page of the result queue.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readQueue = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, question: Question) => {
  const scope = scopeOf(viewer, question, QUEUE_KINDS);
  const after = placeOf(question.after);
  const limit = question.limit ?? 100;
  const [found, counts] = await Promise.all([queueLines(db, scope, { after, limit: limit + 1 }), after === null ? countQueue(db, scope) : null]);
  const rows = rowsIn<QueueLogRow>(found.slice(0, limit));
  const end = rows.at(-1);
  return {
    results: rows.map(shown),
    next: found.length > limit ? placeIn(end) : null,
    latest: after === null ? placeIn(rows[0]) : null,
    total: counts && counts.success + counts.failure + counts.pending, counts,
  };
};

/** How many rows of the same question are newer than a place. @throws {Failure} as {@link readQueue} */
export const readNewerQueue = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, question: NewerQuestion) =>
  ({ count: await countNewerQueue(db, scopeOf(viewer, question, QUEUE_KINDS), readPlace(question.than, 'than')) });

/** The whole queue that a question asks for, slice by slice as it is read. @throws {Failure} as {@link readQueue} */
export const readAllQueue = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, question: Question) => {
  const scope = scopeOf(viewer, question, QUEUE_KINDS);
  const counts = await countQueue(db, scope);
  return { count: counts.success + counts.failure + counts.pending, batches: slicesOf(page => queueLines(db, scope, page), placeOfRow, shown) };
};

/** The attempts of a notification, in order. @throws {Failure} `not_found` */
export const readQueueAttempts = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, id: number) => {
  const attempts = await queuedAttempts(db, { companyId: viewer.companyId, id, adIds: adsOf(viewer) });
  if (attempts === null) throw new Failure('not_found');
  return { results: attempts.map(attempt => ({ ...attempt, executed_time: attempt.executed_time.toISOString() })) };
};
