import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable, Time, words } from '../http/schemas.ts';
import { Status, NoticeState, RowNumber } from './schema-parts.ts';

export const DecisionLine = component(
  'DecisionLine',
  Closed({
    version: Type.Integer({ description: 'Number of the line; 1: creation of the result' }),
    from_status: Nullable(Status('Status before the decision, null for the creation of the result')),
    to_status: Status('Status after the decision'),
    rule: Nullable(Type.String({ description: 'Rule that decided; null: a person decided' })),
    user_id: Nullable(Id('User who decided; null: a rule decided')),
    user_name: Nullable(Type.String({ description: 'Current name of the user' })),
    api_key_name: Nullable(
      Type.String({
        description: 'Name of the API key with which the rights of the user were used; null: none',
      }),
    ),
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
