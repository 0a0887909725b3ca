import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { visibleAds, type Viewer } from '../http/visibility.ts';
import { excludedRanges } from '../attribution/excluded.ts';
import { Failure } from '../http/failures.ts';
import type { Condition } from '../http/filters.ts';
import { Day, Id } from '../http/schemas.ts';
import { spanOf, type Span } from '../http/spans.ts';
import type { Dependencies } from '../dependencies.ts';
import type { EventCondition } from '../store/clickhouse/logs/event-conditions.ts';
import type { EventFilter, Place, Show } from '../store/clickhouse/logs/event-filter.ts';
import { logRules } from '../store/postgres/reports/event-log-rules.ts';
import { readCursor } from './cursor.ts';

/** The parameters of every log, as its schema has parsed them; the others are the log's own filters. */
export interface LogParameters {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly after?: string;
  readonly limit?: number;
  readonly show?: string;
  readonly ordering?: string;
  readonly where?: string;
  readonly [filter: string]: unknown;
}

export const Cursor = (description: string, maxLength = 60) =>
  Type.String({ minLength: 1, maxLength, description });
export const Limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 500, description: 'Rows per page; default 100' }),
);
export const ShowWord = Type.Optional(
  Type.String({
    enum: ['counted', 'all'],
    description: 'counted (default): only rows that reports count; all: also rows that reports leave out',
  }),
);
export const Word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

/** The query fields that all logs share, without the page. */
export const whichRows = {
  product_id: Id('ID of the product'),
  from: Day('First day, Tokyo time'),
  to: Day('Last day, Tokyo time, included'),
  show: ShowWord,
} satisfies TProperties;

/** Range of accepted times, within the years that the columnar store supports (1900 to 2299). */
export const EARLIEST = Date.UTC(2000, 0, 1);
export const LATEST = Date.UTC(2200, 0, 1);

const dayOf = (text: string, field: string): Span => {
  const span = spanOf(text);
  if (span === null || span.from < EARLIEST || span.until > LATEST)
    throw new Failure('invalid', { fields: { [field]: ['format_date'] } });
  return span;
};

/** @throws {Failure} `invalid` */
const periodOf = ({ from, to }: Pick<LogParameters, 'from' | 'to'>): Span => {
  const first = dayOf(from, 'from').from;
  const { until } = dayOf(to, 'to');
  if (until <= first)
    throw new Failure('invalid', { fields: { to: [{ code: 'minimum', values: { min: from } }] } });
  return { from: first, until };
};

/** The columns that name an ad. */
const AD_FIELDS: ReadonlySet<string> = new Set(['ad_id', 'sy_ad', 'last_cv_ad_id', 'performance_cv_ad_id']);
const names = ({ op }: Condition): boolean => op === 'exact' || op === 'in';

/** Separates the conditions on ads from the others. */
const partAds = (
  conditions: readonly Condition[],
): { readonly wanted: readonly (readonly number[])[]; readonly others: readonly Condition[] } => {
  const isWanted = (condition: Condition) =>
    condition.field === 'ad_id' && condition.kind === 'integer' && names(condition);
  return {
    wanted: conditions.filter(isWanted).map(({ values }) => values as readonly number[]),
    others: conditions.filter(condition => !isWanted(condition)),
  };
};

/**
 * The ads whose rows are shown; undefined: those of every ad.
 *
 * @throws {Failure} `no_permission_for_data`: a filter names an ad hidden from the viewer
 */
const adsShown = (
  visible: 'all' | readonly number[],
  conditions: readonly Condition[],
  wanted: readonly (readonly number[])[],
): readonly number[] | undefined => {
  const named = conditions
    .filter(condition => AD_FIELDS.has(condition.field) && condition.kind === 'integer' && names(condition))
    .flatMap(({ values }) => values as readonly number[]);
  if (visible !== 'all' && named.some(id => !visible.includes(id)))
    throw new Failure('no_permission_for_data');
  if (wanted.length === 0) return visible === 'all' ? undefined : visible;
  // The store represents "no ad" by 0, which is not the number of any ad.
  return wanted.reduce((some, others) => some.filter(id => others.includes(id))).filter(id => id > 0);
};

/** The position that a cursor names. @throws {Failure} `invalid` */
export const placeOf = (cursor: string | undefined, field: string): Place | null => {
  if (cursor === undefined) return null;
  const place = readCursor(cursor);
  if (place === null) throw new Failure('invalid', { fields: { [field]: ['format'] } });
  return place;
};

/** The filter of a log query, limited to what the viewer may see. */
export interface LogSelection {
  readonly filter: EventFilter;
  readonly show: Show;
}

/** All rows of a product between two instants that a viewer may see. */
export interface Reach extends Span {
  readonly productId: number;
  readonly conditions: readonly Condition[];
}

/** Conditions in terms of the log's table: names are resolved through the settings. */
export type Resolve = (conditions: readonly Condition[]) => Promise<readonly EventCondition[]>;

/**
 * Adds the product's present rules to the filter; null: no row is visible. An agency without ads sees no
 * rows, because an empty list of ads would otherwise mean all of them.
 *
 * @throws {Failure} `no_permission_for_data`
 */
export const filterOf = async (
  db: Dependencies['db'],
  viewer: Viewer,
  { productId, from, until, conditions }: Reach,
  resolve: Resolve,
): Promise<EventFilter | null> => {
  const visible = visibleAds(viewer, productId);
  const { wanted, others } = partAds(conditions);
  const adIds = adsShown(visible, conditions, wanted);
  const rules = await logRules(db, viewer.companyId, productId);
  if (rules === null) throw new Failure('no_permission_for_data');
  if (adIds?.length === 0) return null;
  return {
    productId,
    from,
    until,
    conditions: await resolve(others),
    excluded: excludedRanges(rules.excludedIps),
    trackingTerm: rules.trackingTerm,
    performanceAds: rules.performanceAds,
    ...(adIds !== undefined && { adIds }),
    ...(visible !== 'all' && { visibleAds: visible }),
  };
};

/**
 * Parses a query; null: no row is visible.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readParameters = async (
  db: Dependencies['db'],
  viewer: Viewer,
  parameters: LogParameters,
  conditions: readonly Condition[],
  resolve: Resolve,
): Promise<LogSelection | null> => {
  const filter = await filterOf(
    db,
    viewer,
    { productId: parameters.product_id, ...periodOf(parameters), conditions },
    resolve,
  );
  return filter && { filter, show: parameters.show === 'all' ? 'all' : 'counted' };
};
