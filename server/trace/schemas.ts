import { Type, type Static } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { flags } from '../event-logs/shared.ts';

/** Schemas of the trace. */

export const KINDS = ['contact', 'access', 'conversion', 'result', 'notification'] as const;
export type Kind = (typeof KINDS)[number];

/** Maximum number of rows of each kind in a trace. */
export const ROWS_PER_KIND = 100;

const IDENTIFIER =
  'Identifier to search for: xclid, media session, contact, page view, visitor, conversion, result, ' +
  'or result identifier (p_resid)';

export const TraceQuery = Closed({
  product_id: Id('ID of the product'),
  id: Type.String({ minLength: 1, maxLength: 200, description: IDENTIFIER }),
});

const Kinds = (description: string) => Type.Array(Type.String({ enum: [...KINDS] }), { description });
const STATUS =
  'Current status of a result, or the status that a notification reports: 0 pending, 1 approved, 2 rejected';

export const TraceRow = component(
  'TraceRow',
  Closed({
    kind: Type.String({ enum: [...KINDS] }),
    id: Type.String({ description: 'ID of the row in its log' }),
    time: Time('Time of the event; for a notification the time at which it was queued'),
    matched: Type.Boolean({
      description: 'Whether the row itself has the identifier; false: a related row has it',
    }),
    ad_id: Nullable(Id('Ad of the row; for a conversion the ad of the last contact; null: none')),
    ad_name: Type.String(),
    asp_name: Type.String({ description: 'Name of the ad network, for results and notifications' }),
    visitor_id: Nullable(EventId('Visitor of the row; null: unknown, or a notification')),
    url: Type.String({
      description: 'URL of the landing page, of the viewed page, or of the conversion page',
    }),
    xclid: Type.String({ description: 'Click ID of the ad network, for contacts and results' }),
    args: Type.String({ description: 'Result identifier, for conversions and results' }),
    amount: Nullable(Type.Number({ description: 'Amount in yen, for conversions and results' })),
    cv_type: Nullable(
      Type.Integer({ minimum: 0, maximum: 1, description: '1 last CV, 0 middle CV; null: not a conversion' }),
    ),
    approval_status: Nullable(Type.Integer({ description: STATUS })),
    state: Type.String({ description: 'State of a notification' }),
    http_status: Nullable(Type.Integer({ description: 'HTTP status of the last attempt of a notification' })),
    bot: flags.bot,
    repeated: Type.Boolean(),
    excluded: flags.excluded,
  }),
);
export type TraceRow = Static<(typeof TraceRow)['schema']>;

const ORDER =
  'Rows, oldest first; at equal times in the order contact, page view, conversion, result, notification';

export const Trace = component(
  'Trace',
  Closed({
    results: Type.Array(TraceRow.ref, { description: ORDER }),
    more: Kinds(`Kinds with more rows than the ${ROWS_PER_KIND} newest that are returned`),
    unread: Kinds('Kinds that were not searched, because the user may not read their log'),
  }),
);
