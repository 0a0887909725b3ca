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
const Judgement = (label: string) =>
  Nullable(
    Type.Integer({
      description: `${label}: 0 approved OK, 1 approved NG, 2 unapproved OK; null: not required`,
    }),
  );

/** Query of both logs: a product, days in Tokyo time, and filters. */
const rowsAsked = (day: string) => ({
  product_id: Id('The product'),
  from: Type.Optional(
    Type.String({
      ...OPTIONAL_DAY,
      description: `First day of ${day}, Tokyo; default: from the beginning`,
    }),
  ),
  to: Type.Optional(
    Type.String({
      ...OPTIONAL_DAY,
      description: `Last day of ${day}, Tokyo, included; default: to the end`,
    }),
  ),
  ...whereQuery,
});
/** Query of a page: the rows, their order, and the position of the page. */
const logQuery = (day: string, { sortable }: { readonly sortable: Readonly<Record<string, SortType>> }) => ({
  ...rowsAsked(day),
  ordering: orderingQuery(sortable),
  after: Type.Optional(Cursor('`next` of the page before', MAX_SORTED_CURSOR)),
  limit: Limit,
});
/** Query of the count of newer rows. */
const newerQuery = (day: string) => ({ ...rowsAsked(day), than: Cursor('`latest` of the first page') });

export const ResultQuery = Closed(logQuery('the conversion', resultLog));
export const QueueQuery = Closed(logQuery('the notification', queueLog));
export const NewerResultQuery = Closed(newerQuery('the conversion'));
export const NewerQueueQuery = Closed(newerQuery('the notification'));

export const NoticeState = words(
  'NoticeState',
  ['none', 'waiting', 'told', 'failed'],
  'Of the newest notification: none is sent, on its way, the network has answered, given up',
);

export const Result = component(
  'Result',
  Closed({
    result_id: RowNumber('Its number'),
    conversion_id: EventId(),
    cv_time: Time('When the conversion happened'),
    visitor_id: Nullable(EventId('The visitor of the conversion; null: made before this was stored')),
    asp_id: Id('The network'),
    asp_name: Type.String(),
    cv_ad_id: Nullable(Id('The ad; null: constant output for a conversion without contact')),
    cv_ad_name: Type.String({ description: 'Empty: no ad' }),
    ad_category: Nullable(Id()),
    ad_category_name: Nullable(Type.String()),
    ad_type1: Nullable(Id()),
    ad_type1_title: Nullable(Type.String()),
    ad_type2: Nullable(Id()),
    ad_type2_title: Nullable(Type.String()),
    ad_type3: Nullable(Id()),
    ad_type3_title: Nullable(Type.String()),
    result_type: Type.Integer({ description: '1 last CV, 2 performance last CV, 3 constant output' }),
    interaction_number: Type.Integer({
      description: 'Contacts on the path up to and with this one; 0: none',
    }),
    interaction_id: Nullable(EventId('The contact')),
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
    amount: Yen('Sales'),
    approval_status: Status('Present status'),
    approval_status_enum: Type.String({ description: 'The same as a word: PENDING, APPROVED, REJECTED' }),
    approval_amount_result: Judgement('Purchase amount'),
    approval_args_result: Judgement('Result identifier'),
    exclude_duplicate_ips_result: Judgement('Same address'),
    exclude_duplicate_args_result: Judgement('Same identifier'),
    exclude_duplicate_ips_days: Nullable(
      Type.Integer({
        description: 'Days of the window that the address was judged by; null: it was not judged',
      }),
    ),
    exceeded_limits: Nullable(
      Type.Integer({
        description:
          'Which plausibility limits of the product its conversion exceeds: 1 amount, 2 number per visitor and hour, 3 both; null: none. Never approved automatically',
      }),
    ),
    cv_cost: Yen('What it costs, as it was when it was made'),
    version: Type.Integer({
      description: 'Number of decisions; a new decision names the number that its user saw',
    }),
    next_statuses: Type.Array(Type.Integer(), {
      description: 'The transitions that the caller may make now',
    }),
    decided_by: Type.String({ description: 'Who decided last; empty: a rule' }),
    rule: Type.String({ description: 'Which rule decided last; empty: a person' }),
    reason: Type.String({ description: 'Why, of the last decision' }),
    decided_at: Time('When'),
    notice_state: NoticeState.ref,
    created_at: Time('When it was made'),
    updated_at: Time('When it was last decided over'),
  }),
);

const page = <Row extends ReturnType<typeof Type.Unsafe>>(row: Row, counts: Record<string, string>) =>
  Closed({
    results: Type.Array(row),
    next: Nullable(Type.String({ description: '`after` of the next page; null: this was the last' })),
    latest: Nullable(
      Type.String({
        description:
          'The position of the newest row, used as `than` of the call for newer rows; with the first page only',
      }),
    ),
    total: Nullable(Type.Number({ description: 'Rows of all pages; with the first page only' })),
    counts: Nullable(
      Closed(
        Object.fromEntries(
          Object.entries(counts).map(([name, description]) => [name, Type.Number({ description })]),
        ),
        { description: 'Of all pages; with the first page only' },
      ),
    ),
  });
export const ResultPage = component(
  'ResultPage',
  page(Result.ref, { pending: 'PENDING', approved: 'APPROVED', rejected: 'REJECTED' }),
);

export const DecisionLine = component(
  'DecisionLine',
  Closed({
    version: Type.Integer({ description: "1: the result's making" }),
    from_status: Nullable(Status('Before; null: it was made')),
    to_status: Status('After'),
    rule: Nullable(Type.String({ description: 'Which rule decided; null: a person' })),
    user_id: Nullable(Id('Who decided; null: a rule')),
    user_name: Nullable(Type.String({ description: 'His present name' })),
    reason: Type.String(),
    decided_at: Time('When'),
    takes_back: Nullable(
      Type.Integer({ description: 'The version that this line takes back; null: it is a decision' }),
    ),
    notice_state: NoticeState.ref,
  }),
);
export const Ledger = component(
  'Ledger',
  Closed({ results: Type.Array(DecisionLine.ref, { description: 'In order' }) }),
);

export const MAX_DECISIONS = 10_000;
export const MAX_REASON_LENGTH = 500;
const RequestKey = Type.String({
  minLength: 8,
  maxLength: 64,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'Of this request: sent again, it answers the same and decides nothing twice',
});
const SeenResults = (version: string) =>
  Type.Array(
    Closed({
      id: RowNumber('The result'),
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: version }),
    }),
    { minItems: 1, maxItems: MAX_DECISIONS },
  );
export const DecideForm = component(
  'DecideForm',
  Closed({
    to: Type.Integer({ enum: [1, 2], description: '1 approved, 2 rejected' }),
    reason: Type.Optional(
      Type.String({
        maxLength: MAX_REASON_LENGTH,
        default: '',
        description: 'Needed for rejecting, and for taking back what was decided',
      }),
    ),
    key: RequestKey,
    results: SeenResults('As it was read'),
  }),
);
export const DecisionRefusal = words(
  'DecisionRefusal',
  ['conflict', 'not_found', 'no_step', 'reason_required'],
  'Another user decided first; not found or not visible; the lifecycle has no such transition; this transition needs a reason',
);
export const Decided = component(
  'Decided',
  Closed({
    decided: Type.Integer({ description: 'How many were' }),
    refused: Type.Array(
      Closed({
        id: Type.Number({ description: 'The result' }),
        code: DecisionRefusal.ref,
        status: Nullable(Status('Its present status; null: not found')),
        version: Nullable(Type.Integer({ description: 'Its present version' })),
      }),
      { description: 'Those that were not, each for its own reason' },
    ),
    hold_ms: Type.Integer({
      description:
        'Milliseconds left in which all of it can be taken back and no network is notified; 0: none',
    }),
  }),
);

export const TakeBackForm = component(
  'TakeBackForm',
  Closed({
    key: RequestKey,
    results: SeenResults('With the version that the decision made'),
  }),
);
export const TakeBackRefusal = words(
  'TakeBackRefusal',
  ['conflict', 'not_found', 'not_own', 'no_step', 'hold_over', 'notified'],
  'A user has decided since; not found or not visible; the decision of another user or of a rule; not a decision; its hold has ended; its network is being or has been notified',
);
export const TakenBack = component(
  'TakenBack',
  Closed({
    taken_back: Type.Integer({
      description: 'How many decisions were: each has its previous status again, and nothing is sent',
    }),
    refused: Type.Array(
      Closed({
        id: Type.Number({ description: 'The result' }),
        code: TakeBackRefusal.ref,
        status: Nullable(Status('Its present status; null: not found')),
        version: Nullable(Type.Integer({ description: 'Its present version' })),
      }),
      { description: 'Those that were not, each for its own reason' },
    ),
  }),
);

const AttemptFailure = `Why the attempt did not succeed; null: it did. ${ATTEMPT_FAILURES.join(', ')}`;
export const QueueState = words(
  'QueueState',
  ['waiting', 'paused', 'sending', 'done', 'dead'],
  'Waiting for its time, or for its network to be resumed; under way; taken; given up',
);
export const Queued = component(
  'Queued',
  Closed({
    result_queue_id: RowNumber('Its number'),
    result_id: RowNumber('The result that it reports'),
    version: Type.Integer({ description: 'The number of the decision in the ledger' }),
    asp_id: Id('The network'),
    asp_name: Type.String(),
    cv_ad_id: Nullable(Id()),
    cv_ad_name: Type.String({ description: 'Empty: no ad' }),
    approval_status: Status('What it tells'),
    method: Type.String({
      description: "GET, POST where it is signed, TAG: by the network's CV tag on the page",
    }),
    url: Type.String({
      description:
        'With its parameters; secrets are masked. Of a tag the page that it was given to; empty: none yet',
    }),
    body: Nullable(Type.String({ description: 'Of a POST; of a tag its HTML' })),
    queue_result: Nullable(Type.Boolean({ description: 'true: success, false: failure, null: pending' })),
    state: QueueState.ref,
    attempts: Type.Integer({ description: 'So far' }),
    http_status: Nullable(Type.Integer({ description: 'Of the last attempt; null: no answer yet' })),
    failure: Nullable(Type.String({ description: AttemptFailure })),
    answer: Type.String({
      description:
        'The first characters of the answer; if the receiver could not be reached, the error of the system',
    }),
    executed_time: Nullable(Time('Of the last attempt')),
    next_time: Nullable(Time('Of the next one; null: there is none')),
    created_at: Time('When it was queued'),
  }),
);
export const QueuePage = component(
  'QueuePage',
  page(Queued.ref, { success: 'Taken', failure: 'Given up', pending: 'On their way' }),
);
export const Attempts = component(
  'Attempts',
  Closed({
    results: Type.Array(
      Closed({
        number: Type.Integer({ description: '1: the first' }),
        success: Type.Boolean(),
        http_status: Nullable(Type.Integer({ description: 'null: no answer' })),
        failure: Nullable(Type.String({ description: AttemptFailure })),
        answer: Type.String(),
        executed_time: Time('When'),
      }),
      { description: 'In order' },
    ),
  }),
);

export const ResendForm = component(
  'ResendForm',
  Closed({
    ids: Type.Optional(
      Type.Array(RowNumber('Of a notification'), {
        minItems: 1,
        maxItems: 1000,
        description: 'These, also such as were taken',
      }),
    ),
    asp_id: Type.Optional(Id('Or all failed ones of this network')),
  }),
);
export const Resent = component(
  'Resent',
  Closed({ resent: Type.Integer({ description: 'How many are due now' }) }),
);
export const NetworkPause = component(
  'NetworkPause',
  Closed({
    asp_id: Id(),
    paused_at: Nullable(Time('Since when nothing is sent to it; null: it is sent to')),
  }),
);
