import type { Static } from '@fastify/type-provider-typebox';
import { hasPermission, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import type { Dependencies } from '../dependencies.ts';
import { ledgerLines, resultLog as store, type ResultFilter } from '../store/postgres/results/result-log.ts';
import { type ApprovalStatus, nextStatuses, STATUS_WORDS } from './lifecycle.ts';
import { logOf } from './log-pages.ts';
import { resultReachOf } from './log-parameters.ts';
import type { Result } from './result-schemas.ts';

/** The result log and the ledgers, limited to what the viewer may see. */

const KINDS: Readonly<Record<ResultFilter, Kind>> = {
  result_id: 'integer',
  exclude_duplicate_ips_days: 'integer',
  decided_by: 'text',
  rule: 'text',
  decided_at: 'time',
  conversion_id: 'text',
  visitor_id: 'text',
  interaction_id: 'text',
  asp_id: 'integer',
  asp_name: 'text',
  cv_ad_id: 'integer',
  cv_ad_name: 'text',
  ad_category: 'integer',
  ad_type1: 'integer',
  ad_type2: 'integer',
  ad_type3: 'integer',
  result_type: 'integer',
  interaction_number: 'integer',
  xclid: 'text',
  media_session_id: 'text',
  media_management1: 'text',
  media_management2: 'text',
  media_management3: 'text',
  args: 'text',
  user_id: 'text',
  other_key1: 'text',
  other_key2: 'text',
  other_key3: 'text',
  amount: 'decimal',
  cv_cost: 'decimal',
  approval_status: 'integer',
  approval_amount_result: 'integer',
  approval_args_result: 'integer',
  exclude_duplicate_ips_result: 'integer',
  exclude_duplicate_args_result: 'integer',
  exceeded_limits: 'integer',
  version: 'integer',
  notice_state: 'text',
  reason: 'text',
  cv_time: 'time',
  created_at: 'time',
  updated_at: 'time',
};

type ResultLogRow = Static<typeof Result.schema>;

export const resultLog = logOf({
  store,
  kinds: KINDS,
  placeOf: (row: ResultLogRow) => ({ ms: Date.parse(row.cv_time), id: String(row.result_id) }),
  // Rows include the allowed transitions, so that no client needs a copy of the lifecycle.
  fill: viewer => {
    const decides = hasPermission(viewer, 'cv_approval', 'write');
    return row => {
      const status = row.approval_status as ApprovalStatus;
      Object.assign(row, {
        approval_status_enum: STATUS_WORDS[status],
        next_statuses: decides ? nextStatuses(status) : [],
      });
    };
  },
});

/** Reads the ledger of a result, in order. @throws {Failure} `not_found` */
export const readDecisions = async ({ db }: Pick<Dependencies, 'db'>, viewer: Viewer, resultId: number) => {
  const lines = await ledgerLines(db, { ...resultReachOf(viewer), resultId });
  if (lines.length === 0) throw new Failure('not_found');
  return { results: lines.map(line => ({ ...line, decided_at: line.decided_at.toISOString() })) };
};
