import { Type, type Static } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { flags } from '../event-logs/shared.ts';

/** Schemas of the trace. */

export const KINDS = ['contact', 'access', 'conversion', 'result', 'notification'] as const;
export type Kind = (typeof KINDS)[number];

/** Maximum number of rows of each kind in a trace. */
export const ROWS_PER_KIND = 100;

const IDENTIFIER =
  'The identifier: xclid, media session, contact, page view, visitor, conversion, result, ' +
  'or result identifier (p_resid)';

export const TraceQuery = Closed({
  product_id: Id('The product'),
  id: Type.String({ minLength: 1, maxLength: 200, description: IDENTIFIER }),
});

const Kinds = (description: string) => Type.Array(Type.String({ enum: [...KINDS] }), { description });
const STATUS =
  'Of a result its present status, of a notification the reported one: 0 pending, 1 approved, 2 rejected';

export const TraceRow = component(
  'TraceRow',
  Closed({
    kind: Type.String({ enum: [...KINDS] }),
    id: Type.String({ description: 'Of the row in its log' }),
    time: Time('When it happened; of a notification: when it was queued'),
    bears: Type.Boolean({
      description: 'The row itself has the identifier; false: it is related to a row that has it',
    }),
    ad_id: Nullable(Id('Of a conversion: the last CV ad; null: none')),
    ad_name: Type.String(),
    asp_name: Type.String({ description: 'The network, of results and notifications' }),
    visitor_id: Nullable(EventId('Null: not known, and of notifications')),
    url: Type.String({ description: 'The landing page, the page, or where it converted' }),
    xclid: Type.String({ description: 'Of contacts and results' }),
    args: Type.String({ description: 'The result identifier, of conversions and results' }),
    amount: Nullable(Type.Number({ description: 'Yen, of conversions and results' })),
    cv_type: Nullable(Type.Integer({ minimum: 0, maximum: 1, description: 'Of conversions' })),
    approval_status: Nullable(Type.Integer({ description: STATUS })),
    state: Type.String({ description: 'Of notifications: how far it is' }),
    http_status: Nullable(Type.Integer({ description: "Of a notification's last attempt" })),
    bot: flags.bot,
    repeated: Type.Boolean(),
    excluded: flags.excluded,
  }),
);
export type TraceRow = Static<(typeof TraceRow)['schema']>;

const ORDER =
  'The oldest first; at equal times in the order contact, page view, conversion, result, notification';

export const Trace = component(
  'Trace',
  Closed({
    results: Type.Array(TraceRow.ref, { description: ORDER }),
    more: Kinds(`Kinds of which there are more than the ${ROWS_PER_KIND} newest`),
    unread: Kinds('Kinds that were not looked for, as the viewer may not read their log'),
  }),
);
