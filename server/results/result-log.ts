import { hasPermission, type Viewer } from '../accounts/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import { writeCursor } from '../logs/cursor.ts';
import type { Parts } from '../parts.ts';
import { countNewerResults, countResults, ledgerLines, resultLines, type LogPlace, type ResultFilter, type ResultLogRow } from '../store/postgres/result-log.ts';
import { type ApprovalStatus, nextStatuses, STATUS_WORDS } from './lifecycle.ts';
import { adsOf, BEGINNING, placeOf, readPlace, scopeOf, type NewerQuestion, type Question } from './questions.ts';
import { iso, rowsIn, slicesOf } from './slices.ts';

/** The result log and the ledgers, as whoever asks may see them. */

export const RESULT_KINDS: Readonly<Record<ResultFilter, Kind>> = {
  result_id: 'integer', conversion_id: 'text', visitor_id: 'text', interaction_id: 'text', asp_id: 'integer', asp_name: 'text', cv_ad_id: 'integer', cv_ad_name: 'text', ad_category: 'integer',
  ad_type1: 'integer', ad_type2: 'integer', ad_type3: 'integer', result_type: 'integer', interaction_number: 'integer', xclid: 'text', media_session_id: 'text',
  media_management1: 'text', media_management2: 'text', media_management3: 'text', args: 'text', user_id: 'text', other_key1: 'text', other_key2: 'text', other_key3: 'text',
  amount: 'decimal', cv_cost: 'decimal', approval_status: 'integer', approval_amount_result: 'integer', approval_args_result: 'integer', exclude_duplicate_ips_result: 'integer',
  exclude_duplicate_args_result: 'integer', version: 'integer', notice_state: 'text', reason: 'text', cv_time: 'time', created_at: 'time', updated_at: 'time',
};

/** A row as this viewer may see it: what he may make of it comes with it, so that no client keeps a copy of the lifecycle. */
const shownTo = (viewer: Viewer) => {
  const decides = hasPermission(viewer, 'cv_approval', 'write');
  // Filled in: a copy of so many fields is dear.
  return (row: ResultLogRow) => Object.assign(row, {
    cv_time: iso(row.cv_time), created_at: iso(row.created_at), updated_at: iso(row.updated_at), decided_at: iso(row.decided_at ?? row.updated_at),
    decided_by: row.decided_by ?? '', rule: row.rule ?? '', reason: row.reason ?? '', cv_ad_name: row.cv_ad_name ?? '',
    approval_status_enum: STATUS_WORDS[row.approval_status as ApprovalStatus],
    next_statuses: decides ? nextStatuses(row.approval_status as ApprovalStatus) : [],
  });
};

const placeOfRow = (row: Pick<ResultLogRow, 'cv_time' | 'result_id'>): LogPlace => ({ ms: Date.parse(row.cv_time), id: String(row.result_id) });
const placeIn = (row: ResultLogRow | undefined): string => writeCursor(row === undefined ? BEGINNING : placeOfRow(row));

/**
 * A page of the result log.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readResults = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, question: Question) => {
  const scope = scopeOf(viewer, question, RESULT_KINDS);
  const after = placeOf(question.after);
  const limit = question.limit ?? 100;
  // One row more than the page tells whether there is a next one.
  const [found, counts] = await Promise.all([resultLines(db, scope, { after, limit: limit + 1 }), after === null ? countResults(db, scope) : null]);
  const rows = rowsIn<ResultLogRow>(found.slice(0, limit));
  const end = rows.at(-1);
  return {
    results: rows.map(shownTo(viewer)),
    next: found.length > limit ? placeIn(end) : null,
    latest: after === null ? placeIn(rows[0]) : null,
    total: counts && counts.pending + counts.approved + counts.rejected, counts,
  };
};

/** How many rows of the same question are newer than a place. One whose conversion came late stands further down and is not among them. @throws {Failure} as {@link readResults} */
export const readNewerResults = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, question: NewerQuestion) =>
  ({ count: await countNewerResults(db, scopeOf(viewer, question, RESULT_KINDS), readPlace(question.than, 'than')) });

/** The whole log that a question asks for, slice by slice as it is read. @throws {Failure} as {@link readResults} */
export const readAllResults = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, question: Question) => {
  const scope = scopeOf(viewer, question, RESULT_KINDS);
  const counts = await countResults(db, scope);
  return { count: counts.pending + counts.approved + counts.rejected, batches: slicesOf(page => resultLines(db, scope, page), placeOfRow, shownTo(viewer)) };
};

/** The ledger of a result, in order. @throws {Failure} `not_found` */
export const readDecisions = async ({ db }: Pick<Parts, 'db'>, viewer: Viewer, resultId: number) => {
  const lines = await ledgerLines(db, { companyId: viewer.companyId, resultId, adIds: adsOf(viewer) });
  if (lines.length === 0) throw new Failure('not_found');
  return { results: lines.map(line => ({ ...line, decided_at: line.decided_at.toISOString() })) };
};
