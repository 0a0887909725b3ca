import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time, words } from '../http/schemas.ts';
import { whereQuery } from '../http/where.ts';
import { MAX_SORTED_CURSOR } from '../event-logs/cursor.ts';
import { Cursor, Limit } from '../event-logs/log-parameters.ts';
import type { SortType } from '../store/postgres/engine/paged-log.ts';
import { queueLog } from '../store/postgres/results/queue-log.ts';
import { resultLog } from '../store/postgres/results/result-log.ts';
import { SEND_FAILURES } from './send.ts';
import { orderingQuery } from './sorting.ts';

/** Schemas of the routes of results, decisions and notifications. */

/**
 * Id of a result, a ledger line or a notification. These exceed 32 bits, so the contract declares them as numbers.
 */
const RowNumber = (description: string) =>
  Type.Number({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
const Yen = (description: string) => Type.Number({ description: `${description}, in yen` });
const OPTIONAL_DAY = { format: 'date' };
const STATUS = '0 pending, 1 approved, 2 rejected';
const Status = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2, description: `${description}: ${STATUS}` });
/** Reasons why an attempt failed: those of webhook calls, and four of CV tags. */
const ATTEMPT_FAILURES = [
  ...SEND_FAILURES,
  'not_fetched',
  'network_paused',
  'page_reloaded',
  'page_policy',
] as const;
const CheckOutcome = (label: string) =>
  Nullable(
    Type.Integer({
      description: `${label}: 0 approved OK, 1 approved NG, 2 unapproved OK; null: not required`,
    }),
  );

/** Query of both logs: a product, days in Tokyo time, and filters. */
const rowQuery = (day: string) => ({
  product_id: Id('ID of the product'),
  from: Type.Optional(
    Type.String({
      ...OPTIONAL_DAY,
      description: `First day of ${day}, Tokyo time; default: no start`,
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...OPTIONAL_DAY,
      description: `Last day of ${day}, Tokyo time, included; default: no end`,
    }),
  ),
  ...whereQuery,
});
/** Query of a page: the rows, their order, and the position of the page. */
const logQuery = (day: string, { sortable }: { readonly sortable: Readonly<Record<string, SortType>> }) => ({
  ...rowQuery(day),
  ordering: orderingQuery(sortable),
  after: Type.Optional(Cursor('Value of `next` from the previous page', MAX_SORTED_CURSOR)),
  limit: Limit,
});
/** Query of the count of newer rows. */
const newerQuery = (day: string) => ({
  ...rowQuery(day),
  than: Cursor('Value of `latest` from the first page'),
});

export const ResultQuery = Closed(logQuery('the conversion', resultLog));
export const QueueQuery = Closed(logQuery('the notification', queueLog));
export const NewerResultQuery = Closed(newerQuery('the conversion'));
export const NewerQueueQuery = Closed(newerQuery('the notification'));

export const NoticeState = words(
  'NoticeState',
  ['none', 'waiting', 'told', 'failed'],
  'State of the newest notification. none: no notification is sent; waiting: not yet delivered; told: the ad network accepted it; failed: all attempts failed',
);

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
          'Plausibility limits that the conversion exceeds: 1 amount, 2 conversions per visitor and hour, 3 both; null: none. Such results are never approved automatically',
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

const page = <Row extends ReturnType<typeof Type.Unsafe>>(row: Row, counts: Record<string, string>) =>
  Closed({
    results: Type.Array(row),
    next: Nullable(
      Type.String({ description: 'Value of `after` for the next page; null: this is the last page' }),
    ),
    latest: Nullable(
      Type.String({
        description:
          'Position of the newest row, for `than` of the request for newer rows; on the first page only',
      }),
    ),
    total: Nullable(Type.Number({ description: 'Number of rows on all pages; on the first page only' })),
    counts: Nullable(
      Closed(
        Object.fromEntries(
          Object.entries(counts).map(([name, description]) => [name, Type.Number({ description })]),
        ),
        { description: 'Counts over all pages; on the first page only' },
      ),
    ),
  });
export const ResultPage = component(
  'ResultPage',
  page(Result.ref, {
    pending: 'Number of pending results',
    approved: 'Number of approved results',
    rejected: 'Number of rejected results',
  }),
);

export const DecisionLine = component(
  'DecisionLine',
  Closed({
    version: Type.Integer({ description: 'Number of the line; 1: creation of the result' }),
    from_status: Nullable(Status('Status before the decision, null for the creation of the result')),
    to_status: Status('Status after the decision'),
    rule: Nullable(Type.String({ description: 'Rule that decided; null: a person decided' })),
    user_id: Nullable(Id('User who decided; null: a rule decided')),
    user_name: Nullable(Type.String({ description: 'Current name of the user' })),
    reason: Type.String(),
    decided_at: Time('Time of the decision'),
    takes_back: Nullable(
      Type.Integer({ description: 'Version that this line undoes; null: the line is a decision' }),
    ),
    notice_state: NoticeState.ref,
  }),
);
export const Ledger = component(
  'Ledger',
  Closed({ results: Type.Array(DecisionLine.ref, { description: 'Lines of the ledger, oldest first' }) }),
);

export const MAX_DECISIONS = 10_000;
export const MAX_REASON_LENGTH = 500;
const RequestKey = Type.String({
  minLength: 8,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  description:
    'Idempotency key: a repeated request with the same key returns the same answer and decides nothing twice',
});
const SeenResults = (version: string) =>
  Type.Array(
    Closed({
      id: RowNumber('ID of the result'),
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: version }),
    }),
    { minItems: 1, maxItems: MAX_DECISIONS },
  );
export const DecideForm = component(
  'DecideForm',
  Closed({
    to: Type.Integer({ enum: [1, 2], description: 'New status: 1 approved, 2 rejected' }),
    reason: Type.Optional(
      Type.String({
        maxLength: MAX_REASON_LENGTH,
        default: '',
        description: 'Reason; required to reject a result, and to change a decided result',
      }),
    ),
    key: RequestKey,
    results: SeenResults('Version that the client read'),
  }),
);
export const DecisionRefusal = words(
  'DecisionRefusal',
  ['conflict', 'not_found', 'no_step', 'reason_required'],
  'conflict: another user decided first; not_found: the result does not exist or is not visible; no_step: the lifecycle has no such transition; reason_required: the transition requires a reason',
);
export const Decided = component(
  'Decided',
  Closed({
    decided: Type.Integer({ description: 'Number of results that were decided' }),
    refused: Type.Array(
      Closed({
        id: Type.Number({ description: 'ID of the result' }),
        code: DecisionRefusal.ref,
        status: Nullable(Status('Current status, null if not found')),
        version: Nullable(Type.Integer({ description: 'Current version; null: not found' })),
      }),
      { description: 'Results that were not changed, with the reason of each' },
    ),
    hold_ms: Type.Integer({
      description:
        'Milliseconds in which all decisions of the request can be undone before an ad network is notified; 0: none',
    }),
  }),
);

export const TakeBackForm = component(
  'TakeBackForm',
  Closed({
    key: RequestKey,
    results: SeenResults('Version that the decision created'),
  }),
);
export const TakeBackRefusal = words(
  'TakeBackRefusal',
  ['conflict', 'not_found', 'not_own', 'no_step', 'hold_over', 'notified'],
  'conflict: a user has decided since; not_found: the result does not exist or is not visible; not_own: another user or a rule decided; no_step: the line is not a decision; hold_over: the hold has ended; notified: the ad network is being or has been notified',
);
export const TakenBack = component(
  'TakenBack',
  Closed({
    taken_back: Type.Integer({
      description:
        'Number of undone decisions: their results have the previous status again, and no notification is sent',
    }),
    refused: Type.Array(
      Closed({
        id: Type.Number({ description: 'ID of the result' }),
        code: TakeBackRefusal.ref,
        status: Nullable(Status('Current status, null if not found')),
        version: Nullable(Type.Integer({ description: 'Current version; null: not found' })),
      }),
      { description: 'Results that were not changed, with the reason of each' },
    ),
  }),
);

const AttemptFailure = `Reason of the failed attempt; null: it succeeded. ${ATTEMPT_FAILURES.join(', ')}`;
export const QueueState = words(
  'QueueState',
  ['waiting', 'paused', 'sending', 'done', 'dead'],
  'waiting: waits for its time; paused: waits until its ad network is resumed; sending: an attempt is in progress; done: delivered; dead: all attempts failed',
);
export const Queued = component(
  'Queued',
  Closed({
    result_queue_id: RowNumber('ID of the notification'),
    result_id: RowNumber('ID of the reported result'),
    version: Type.Integer({ description: 'Version of the result that is reported' }),
    asp_id: Id('ID of the ad network'),
    asp_name: Type.String(),
    cv_ad_id: Nullable(Id()),
    cv_ad_name: Type.String({ description: 'Name of the ad; empty: no ad' }),
    approval_status: Status('Reported status'),
    method: Type.String({
      description: 'Method: GET, POST (signed), or TAG (CV tag of the ad network on the page)',
    }),
    url: Type.String({
      description:
        'URL with parameters; secrets are masked. For TAG the page that received the tag; empty: none yet',
    }),
    body: Nullable(Type.String({ description: 'Body of a POST, or HTML of a tag; null: none' })),
    queue_result: Nullable(
      Type.Boolean({ description: 'Outcome: true success, false failure; null: pending' }),
    ),
    state: QueueState.ref,
    attempts: Type.Integer({ description: 'Number of attempts so far' }),
    http_status: Nullable(
      Type.Integer({ description: 'HTTP status of the last attempt; null: no answer yet' }),
    ),
    failure: Nullable(Type.String({ description: AttemptFailure })),
    answer: Type.String({
      description:
        "Beginning of the answer; if the receiver could not be reached, the system's error message",
    }),
    executed_time: Nullable(Time('Time of the last attempt; null: none yet')),
    next_time: Nullable(Time('Time of the next attempt; null: none')),
    created_at: Time('Time at which the notification was queued'),
  }),
);
export const QueuePage = component(
  'QueuePage',
  page(Queued.ref, {
    success: 'Number of delivered notifications',
    failure: 'Number of notifications whose attempts all failed',
    pending: 'Number of notifications that are not yet delivered',
  }),
);
export const Attempts = component(
  'Attempts',
  Closed({
    results: Type.Array(
      Closed({
        number: Type.Integer({ description: 'Number of the attempt, from 1' }),
        success: Type.Boolean(),
        http_status: Nullable(Type.Integer({ description: 'HTTP status of the answer; null: no answer' })),
        failure: Nullable(Type.String({ description: AttemptFailure })),
        answer: Type.String(),
        executed_time: Time('Time of the attempt'),
      }),
      { description: 'Attempts, oldest first' },
    ),
  }),
);

export const ResendForm = component(
  'ResendForm',
  Closed({
    ids: Type.Optional(
      Type.Array(RowNumber('ID of a notification'), {
        minItems: 1,
        maxItems: 1000,
        description: 'Notifications to send again, including delivered ones',
      }),
    ),
    asp_id: Type.Optional(Id('Ad network whose failed notifications are all sent again; alternative to ids')),
  }),
);
export const Resent = component(
  'Resent',
  Closed({ resent: Type.Integer({ description: 'Number of notifications that are queued again' }) }),
);
export const NetworkPause = component(
  'NetworkPause',
  Closed({
    asp_id: Id(),
    paused_at: Nullable(Time('Time at which notifications were paused; null: not paused')),
  }),
);
