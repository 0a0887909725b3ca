import { Type, type Static } from '@fastify/type-provider-typebox';
import { hasPermission, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { eventPage } from '../store/clickhouse/logs/event-log.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import type { EventCondition } from '../store/clickhouse/logs/event-conditions.ts';
import type { EventTable, Place, Show } from '../store/clickhouse/logs/event-filter.ts';
import { accessLog } from './accesses.ts';
import { contactLog } from './contacts.ts';
import { conversionLog } from './conversions.ts';
import { readStepCursor, writeStepCursor, type StepPlace } from './cursor.ts';
import type { EventLog } from './log.ts';
import { Cursor, EARLIEST, filterOf, LATEST, Limit, ShowWord } from './log-parameters.ts';
import { flags } from './shared.ts';

/**
 * A visitor's path: contacts, page views and conversions on one time line, from the same logs and with the
 * same names.
 */

export const PathQuery = Closed({
  product_id: Id('ID of the product'),
  visitor_id: EventId('Visitor whose path is returned'),
  after: Type.Optional(Cursor('Value of `next` from the previous page')),
  limit: Limit,
  show: ShowWord,
});

export const PathStep = component(
  'PathStep',
  Closed({
    kind: Type.String({ enum: ['contact', 'access', 'conversion'] }),
    id: EventId('ID of the contact, page view or conversion'),
    time: Time('Time of the event'),
    ad_id: Nullable(
      Id(
        'Ad of the contact; for a page view the ad of its contact; for a conversion the ad of the last contact; null: none',
      ),
    ),
    ad_name: Type.String(),
    interaction_id: Nullable(
      EventId('Contact that led to the page view, or last contact of the conversion; null: none'),
    ),
    url: Type.String({
      description: 'URL of the landing page, of the viewed page, or of the conversion page',
    }),
    referrer: Type.String(),
    ip_address: Type.String(),
    device: Type.String(),
    os: Type.String(),
    browser: Type.String(),
    cv_type: Nullable(
      Type.Integer({ minimum: 0, maximum: 1, description: '1 last CV, 0 middle CV; null: not a conversion' }),
    ),
    cv_setting_name: Type.String(),
    args: Type.String(),
    amount: Nullable(Type.Number({ description: 'Amount of the conversion in yen; null: not a conversion' })),
    contacts: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'Number of contacts on the path of the conversion; null: not a conversion',
      }),
    ),
    bot: flags.bot,
    repeated: Type.Boolean(),
    excluded: flags.excluded,
  }),
);

export const PathPage = component(
  'PathPage',
  Closed({
    results: Type.Array(PathStep.ref, { description: 'Events, newest first' }),
    next: Nullable(
      Type.String({ description: 'Value of `after` for the next page; null: this is the last page' }),
    ),
  }),
);

type Step = Static<(typeof PathStep)['schema']>;
interface Ranked {
  readonly at: StepPlace;
  readonly step: Step;
}

interface PathQuery {
  readonly product_id: number;
  readonly visitor_id: string;
  readonly after?: string;
  readonly limit?: number;
  readonly show?: string;
}
type Stores = Pick<ProductDependencies, 'db' | 'columnar'>;

/** Defaults of a step on the time line, for fields that the log of its row lacks. */
const blank = {
  cv_type: null,
  cv_setting_name: '',
  args: '',
  amount: null,
  contacts: null,
  interaction_id: null,
  repeated: false,
};

/**
 * Logs of the path, in the order of rows within one millisecond: a contact precedes a page view, which precedes a
 * conversion.
 */
const kinds = [
  stepsOf(contactLog, row => ({
    kind: 'contact',
    id: row.interaction_id,
    time: row.reference_time,
    ad_id: row.ad_id,
    ad_name: row.ad_name,
    url: row.landing_url,
    ...common(row),
    ...blank,
    repeated: row.repeated,
  })),
  stepsOf(accessLog, row => ({
    kind: 'access',
    id: row.access_id,
    time: row.access_time,
    ad_id: row.ad_id,
    ad_name: row.ad_name,
    url: row.access_url,
    ...common(row),
    ...blank,
    interaction_id: row.interaction_id,
  })),
  stepsOf(conversionLog, row => ({
    kind: 'conversion',
    id: row.conversion_id,
    time: row.cv_time,
    ad_id: row.last_cv_ad_id,
    ad_name: row.last_cv_ad_name,
    url: row.url,
    ...common(row),
    ...blank,
    interaction_id: row.last_cv_interaction_id,
    cv_type: row.cv_type,
    cv_setting_name: row.cv_setting_name,
    args: row.args,
    amount: row.amount,
    contacts: row.contacts,
  })),
];

/**
 * A page of a visitor's path, with the kinds that the viewer may read.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readPath = async (stores: Stores, viewer: Viewer, query: PathQuery) => {
  const after = query.after === undefined ? null : readStepCursor(query.after);
  if (query.after !== undefined && after === null)
    throw new Failure('invalid', { fields: { after: ['format'] } });
  if (BigInt(query.visitor_id) >= 2n ** 64n)
    throw new Failure('invalid', { fields: { visitor_id: ['format'] } });
  const limit = query.limit ?? 100;
  const show: Show = query.show === 'all' ? 'all' : 'counted';
  const found = (
    await Promise.all(
      kinds.map((read, rank) =>
        read(stores, viewer, query, { after: placeFor(after, rank), limit: limit + 1, show }, rank),
      ),
    )
  )
    .flat()
    .toSorted(
      (a, b) => b.at.ms - a.at.ms || b.at.rank - a.at.rank || (BigInt(b.at.id) > BigInt(a.at.id) ? 1 : -1),
    );
  const last = found.slice(0, limit).at(-1);
  return {
    results: found.slice(0, limit).map(({ step }) => step),
    next: found.length > limit && last !== undefined ? writeStepCursor(last.at) : null,
  };
};

/**
 * The position in one log from which a path continues: rows of the same millisecond are included if their
 * kind comes before.
 */
function placeFor(after: StepPlace | null, rank: number): Place | null {
  if (after === null || rank === after.rank) return after;
  return rank < after.rank ? { ms: after.ms + 1, id: '0' } : { ms: after.ms, id: '0' };
}

const ofVisitor = ({ filtered }: EventTable, visitor: string): EventCondition => ({
  column: filtered['visitor_id']!,
  condition: { field: 'visitor_id', kind: 'text', op: 'exact', values: [visitor] },
});

/** Reads the steps of one log: none where the viewer may not read it. */
function stepsOf<Stored extends StoredEvent, Shown extends object>(
  log: EventLog<Stored, Shown>,
  stepOf: (row: Shown) => Step,
) {
  return async (
    { db, columnar }: Stores,
    viewer: Viewer,
    { product_id: productId, visitor_id }: PathQuery,
    page: { after: Place | null; limit: number; show: Show },
    rank: number,
  ): Promise<Ranked[]> => {
    if (!hasPermission(viewer, log.permission, 'read')) return [];
    const filter = await filterOf(
      db,
      viewer,
      { productId, from: EARLIEST, until: LATEST, conditions: [] },
      () => Promise.resolve([ofVisitor(log.table, visitor_id)]),
    );
    if (filter === null) return [];
    const { rows } = await eventPage<Stored>(columnar, log.table, filter, page);
    const show = await log.showing(db, viewer, productId, rows);
    return rows.map(row => ({ at: { ms: row.ms, rank, id: row.event_id }, step: stepOf(show(row)) }));
  };
}

function common({
  referrer,
  ip_address,
  device,
  os,
  browser,
  bot,
  excluded,
}: {
  referrer: string;
  ip_address: string;
  device: string;
  os: string;
  browser: string;
  bot: boolean;
  excluded: boolean;
}) {
  return { referrer, ip_address, device, os, browser, bot, excluded };
}
