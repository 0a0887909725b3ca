import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable, Time, words } from '../http/schemas.ts';
import { queueLog } from '../store/postgres/results/queue-log.ts';
import { SEND_FAILURES } from './send.ts';
import { logQuery, newerQuery, RowNumber, Status, page } from './schema-parts.ts';

/** Reasons why an attempt failed: those of webhook calls, and four of CV tags. */
const ATTEMPT_FAILURES = [
  ...SEND_FAILURES,
  'not_fetched',
  'network_paused',
  'page_reloaded',
  'page_policy',
] as const;
export const QueueQuery = Closed(logQuery('the notification', queueLog));
export const NewerQueueQuery = Closed(newerQuery('the notification'));

const AttemptFailure = `Reason of the failed attempt; null: it succeeded. ${ATTEMPT_FAILURES.join(', ')}`;
export const QueueState = words(
  'QueueState',
  ['waiting', 'paused', 'sending', 'done', 'dead', 'superseded'],
  'waiting: waits for its time; paused: waits until its ad network is resumed; sending: an attempt is in progress; done: delivered; dead: all attempts failed; superseded: not delivered before a newer decision over its result',
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
      Type.Boolean({ description: 'Outcome: true success, false failure or superseded; null: pending' }),
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
        description:
          'Notifications to send again by the present settings of their ad networks, including delivered ones; those of earlier decisions over their results, and of decisions on hold, are left out',
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
