import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { resultLog } from '../store/postgres/results/result-log.ts';
import { logQuery, newerQuery, RowNumber, Yen, Status, NoticeState, page } from './schema-parts.ts';

const CheckOutcome = (label: string) =>
  Nullable(
    Type.Integer({
      description: `${label}: 0 approved OK, 1 approved NG, 2 unapproved OK; null: not required`,
    }),
  );

export const ResultQuery = Closed(logQuery('the conversion', resultLog));
export const NewerResultQuery = Closed(newerQuery('the conversion'));

export const Result = component(
  'Result',
  Closed({
    result_id: RowNumber('ID of the result'),
    conversion_id: EventId(),
    cv_time: Time('Time of the conversion'),
    visitor_id: Nullable(EventId('Visitor of the conversion; null: the result is older than this column')),
    asp_id: Id('ID of the ad network'),
    asp_name: Type.String(),
    cv_ad_id: Nullable(Id('Ad of the result; null: constant output for a conversion without contact')),
    cv_ad_name: Type.String({ description: 'Name of the ad; empty: no ad' }),
    ad_category: Nullable(Id()),
    ad_category_name: Nullable(Type.String()),
    ad_type1: Nullable(Id()),
    ad_type1_title: Nullable(Type.String()),
    ad_type2: Nullable(Id()),
    ad_type2_title: Nullable(Type.String()),
    ad_type3: Nullable(Id()),
    ad_type3_title: Nullable(Type.String()),
    result_type: Type.Integer({
      description: 'Type of the result: 1 last CV, 2 performance CV, 3 constant output',
    }),
    interaction_number: Type.Integer({
      description: "Position of the result's contact on the path, from 1; 0: no contact",
    }),
    interaction_id: Nullable(EventId('Contact of the result; null: none')),
    xclid: Type.String(),
    media_session_id: Type.String(),
    media_management1: Type.String(),
    media_management2: Type.String(),
    media_management3: Type.String(),
    args: Type.String({ description: 'Result identifier' }),
    user_id: Type.String(),
    other_key1: Type.String(),
    other_key2: Type.String(),
    other_key3: Type.String(),
    amount: Yen('Amount of the conversion'),
    approval_status: Status('Current status'),
    approval_status_enum: Type.String({ description: 'Current status as text: PENDING, APPROVED, REJECTED' }),
    approval_amount_result: CheckOutcome('Check of the amount'),
    approval_args_result: CheckOutcome('Check of the result identifier'),
    exclude_duplicate_ips_result: CheckOutcome('Check for results of the same IP address'),
    exclude_duplicate_args_result: CheckOutcome('Check for results with the same result identifier'),
    exclude_duplicate_ips_days: Nullable(
      Type.Integer({
        description: 'Days before the conversion in which the IP address was checked; null: not checked',
      }),
    ),
    exceeded_limits: Nullable(
      Type.Integer({
        description:
          'Why the conversion is not plausible, as a sum: 1 amount above the limit, 2 conversions per visitor and hour above the limit, 4 a value of the page could not be read; null: it is plausible. Such results are never approved automatically',
      }),
    ),
    cv_cost: Yen('CV cost of the ad at the creation of the result'),
    version: Type.Integer({
      description: 'Version: number of ledger lines; a decision must send the version that the client read',
    }),
    next_statuses: Type.Array(Type.Integer(), {
      description: 'Statuses that the caller may set now',
    }),
    decided_by: Type.String({ description: 'Name of the user who decided last; empty: a rule decided' }),
    rule: Type.String({ description: 'Rule that decided last; empty: a person decided' }),
    reason: Type.String({ description: 'Reason of the last decision' }),
    decided_at: Time('Time of the decision'),
    notice_state: NoticeState.ref,
    created_at: Time('Time of creation'),
    updated_at: Time('Time of the last decision'),
  }),
);
export const ResultPage = component(
  'ResultPage',
  page(Result.ref, {
    pending: 'Number of pending results',
    approved: 'Number of approved results',
    rejected: 'Number of rejected results',
  }),
);
