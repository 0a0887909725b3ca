import { visibleAds, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import { spanOf, type Span } from '../http/spans.ts';
import { readSearch, readWhere } from '../http/where.ts';
import { readCursor } from '../event-logs/cursor.ts';
import type { LogPlace, LogScope } from '../store/postgres/engine/paged-log.ts';
import type { ResultReach } from '../store/postgres/results/result-reach.ts';

/** Parameters of the result log and the result queue, validated by their schemas. */
export interface ResultLogParameters {
  readonly product_id: number;
  readonly from?: string;
  readonly to?: string;
  readonly after?: string;
  readonly limit?: number;
  readonly where?: string;
  readonly search?: string;
  readonly ordering?: string;
}

/** Parameters of the count of newer rows. `newer_than`: cursor of the newest row that the client has. */
export interface NewerResultLogParameters extends ResultLogParameters {
  readonly newer_than: string;
}

/** Bounds of the days that a query may name, in milliseconds since 1970. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** Parses the days of a query. @returns milliseconds since 1970, `until` exclusive @throws {Failure} `invalid` */
export const daysOf = ({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): { readonly from?: number | undefined; readonly until?: number | undefined } => {
  const read = (text: string | undefined, field: string): Span | undefined => {
    if (text === undefined) return undefined;
    const span = spanOf(text);
    if (span === null || span.from < EARLIEST || span.until > LATEST)
      throw new Failure('invalid', { fields: { [field]: ['format_date'] } });
    return span;
  };
  const [first, last] = [read(from, 'from'), read(to, 'to')];
  if (first !== undefined && last !== undefined && last.until <= first.from)
    throw new Failure('invalid', { fields: { to: [{ code: 'minimum', values: { min: from ?? '' } }] } });
  return { from: first?.from, until: last?.until };
};

/** The results that a viewer may see, of all products. */
export const resultReachOf = (viewer: Viewer): ResultReach => ({
  companyId: viewer.companyId,
  adIds: viewer.ads === null ? undefined : [...viewer.ads.values()].flat(),
  productIds: viewer.key?.isLimitedToProducts === true ? viewer.products : undefined,
});

/**
 * Builds the scope of a query from its parameters.
 *
 * @throws {Failure} `invalid`; `no_permission_for_data`: the viewer may not see the product or ad
 */
export const scopeOf = (
  viewer: Viewer,
  parameters: ResultLogParameters,
  kinds: Readonly<Record<string, Kind>>,
): LogScope => {
  const visible = visibleAds(viewer, parameters.product_id);
  const conditions = readWhere(parameters as unknown as Readonly<Record<string, unknown>>, kinds);
  const named = conditions.flatMap(condition =>
    condition.field === 'cv_ad_id' &&
    condition.kind === 'integer' &&
    (condition.op === 'exact' || condition.op === 'in')
      ? condition.values
      : [],
  );
  if (visible !== 'all' && named.some(id => !visible.includes(id)))
    throw new Failure('no_permission_for_data');
  return {
    companyId: viewer.companyId,
    productId: parameters.product_id,
    adIds: visible === 'all' ? undefined : visible,
    ...daysOf(parameters),
    conditions,
    words: readSearch(parameters as unknown as Readonly<Record<string, unknown>>),
  };
};

/** Position before every row, for logs without rows. */
export const BEGINNING: LogPlace = { ms: 0, id: '0' };

/** @throws {Failure} `invalid`: not a cursor of a log */
export const readPlace = (cursor: string, field: 'after' | 'newer_than'): LogPlace => {
  const place = readCursor(cursor);
  // Ids of the store have 63 bits; a larger one would be an error of PostgreSQL.
  if (place === null || BigInt(place.id) >= 2n ** 63n)
    throw new Failure('invalid', { fields: { [field]: ['format'] } });
  return place;
};

/** @throws {Failure} `invalid`: not a cursor of a log */
export const placeOf = (after: string | undefined): LogPlace | null =>
  after === undefined ? null : readPlace(after, 'after');
