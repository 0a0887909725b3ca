import { Type, type Static } from '@fastify/type-provider-typebox';
import { Access } from '../event-logs/accesses.ts';
import { Interaction } from '../event-logs/contacts.ts';
import { Conversion } from '../event-logs/conversions.ts';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { Result } from '../results/result-schemas.ts';

/** Schemas of the routes about the data of one visitor. */

export const VisitorQuery = Closed({
  product_id: Id('ID of the product'),
  visitor_id: EventId('ID of the visitor'),
});

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const Erasure = component(
  'Erasure',
  Closed({
    id: Id(),
    product_id: Id('ID of the product'),
    user_name: Type.String({ description: 'Name of the user who requested it' }),
    requested_at: Time('Time of the request'),
    erased_at: Nullable(Time('When the events were erased; null: not yet')),
    settled_at: Nullable(
      Time(
        'When the last result lost its identifiers; null: not yet, because it waits for its approval or notification',
      ),
    ),
    contacts: Count('Number of contacts at the time of the request'),
    accesses: Count('Number of page views at the time of the request'),
    conversions: Count('Number of conversions at the time of the request'),
    impressions: Count('Number of impressions at the time of the request'),
    results: Count('Number of results; 0 until the events were erased'),
  }),
);
export type Erasure = Static<(typeof Erasure)['schema']>;

export const ErasureList = component(
  'ErasureList',
  Closed({
    erasures: Type.Array(Erasure.ref, { description: 'The newest 100 requests, newest first' }),
  }),
);

export const VisitorImpression = component(
  'VisitorImpression',
  Closed({
    impression_id: EventId('ID of the impression'),
    time: Time('Time of the impression'),
    ad_id: Id('ID of the ad'),
    ip_address: Type.String(),
  }),
);

/** The kinds of rows in the data of a visitor. */
export const VISITOR_ROWS = {
  interactions: Type.Array(Interaction.ref, { description: 'Contacts, newest first' }),
  accesses: Type.Array(Access.ref, { description: 'Page views, newest first' }),
  conversions: Type.Array(Conversion.ref, { description: 'Conversions, newest first' }),
  impressions: Type.Array(VisitorImpression.ref, { description: 'Impressions, newest first' }),
  results: Type.Array(Result.ref, { description: 'Results, newest first' }),
};
export type VisitorRowKind = keyof typeof VISITOR_ROWS;

export const VisitorData = component(
  'VisitorData',
  Closed({
    product_id: Id('ID of the product'),
    visitor_id: EventId('ID of the visitor'),
    ...VISITOR_ROWS,
    complete: Type.Boolean({ description: 'Always true: these are all rows' }),
  }),
);
