import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { visibleAds, type Viewer } from '../accounts/visibility.ts';
import { excludedRanges } from '../attribution/excluded.ts';
import { Failure } from '../http/failures.ts';
import { Day, Id } from '../http/schemas.ts';
import { spanOf, type Span } from '../http/spans.ts';
import type { Parts } from '../parts.ts';
import type { EventFilter, Match, Place, Show } from '../store/clickhouse/event-filter.ts';
import { logRules } from '../store/postgres/logs.ts';
import { readCursor } from './cursor.ts';

/** What every log is asked, as its schema has passed it; the rest are the log's own filters. */
export interface Question {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly after?: string;
  readonly limit?: number;
  readonly show?: string;
  readonly ad_id__in?: readonly number[];
  readonly [filter: string]: unknown;
}

export const Cursor = (description: string) => Type.String({ minLength: 1, maxLength: 60, description });
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Rows a page; 100 unless told' }));
export const ShowWord = Type.Optional(Type.String({ enum: ['counted', 'all'], description: 'counted (unless told): without what reports leave out' }));
export const Word = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, description }));

/** The question's part that all logs share, the page aside. */
export const whichRows = {
  product_id: Id('The product'),
  from: Day('First day, Tokyo'),
  to: Day('Last day, Tokyo, included'),
  show: ShowWord,
} satisfies TProperties;

/** How a filter's value narrows the log. */
export type Narrow = (value: never) => Match;
export const is64 = (column: string): Narrow => (value: string) => ({ column, type: 'UInt64', is: value });
export const isNumber = (column: string, type: 'UInt8' | 'UInt32' = 'UInt32'): Narrow => (value: number) => ({ column, type, is: value });
export const isText = (column: string): Narrow => (value: string) => ({ column, type: 'String', is: value });
export const containsText = (column: string): Narrow => (value: string) => ({ column, contains: value });

/** The store's times end with the years 1900 and 2299; nothing was counted before this product's first line, nor will be long after it. */
export const EARLIEST = Date.UTC(2000, 0, 1);
export const LATEST = Date.UTC(2200, 0, 1);

const dayOf = (text: string, field: string): Span => {
  const span = spanOf(text);
  if (span === null || span.from < EARLIEST || span.until > LATEST) throw new Failure('invalid', { fields: { [field]: ['format_date'] } });
  return span;
};

/**
 * The ads whose rows are shown; undefined: those of every ad.
 *
 * @throws {Failure} `no_permission_for_data`: a filter names an ad that the viewer may not see
 */
const adsShown = (viewer: Viewer, productId: number, asked: readonly number[] | undefined): readonly number[] | undefined => {
  const visible = visibleAds(viewer, productId);
  if (visible === 'all') return asked;
  if (asked?.some(id => !visible.includes(id))) throw new Failure('no_permission_for_data');
  return asked ?? visible;
};

/** The place that a cursor names. @throws {Failure} `invalid` */
export const placeOf = (cursor: string | undefined, field: string): Place | null => {
  if (cursor === undefined) return null;
  const place = readCursor(cursor);
  if (place === null) throw new Failure('invalid', { fields: { [field]: ['format'] } });
  return place;
};

/** What a log is asked for, of what may be seen. */
export interface Asked { readonly filter: EventFilter; readonly show: Show }

/** Everything of a product between two moments that a viewer may see. */
export interface Reach { readonly productId: number; readonly from: number; readonly until: number; readonly adIds?: readonly number[] | undefined; readonly matches: readonly Match[] }

/**
 * Puts the product's present rules to what is reached for; null: of an agency without ads nothing is shown, and a list of no ads does not mean all of them.
 *
 * @throws {Failure} `no_permission_for_data`
 */
export const filterOf = async (db: Parts['db'], viewer: Viewer, { productId, from, until, adIds: wanted, matches }: Reach): Promise<EventFilter | null> => {
  const adIds = adsShown(viewer, productId, wanted);
  const rules = await logRules(db, viewer.companyId, productId);
  if (rules === null) throw new Failure('no_permission_for_data');
  if (adIds?.length === 0) return null;
  return {
    productId, from, until, matches, excluded: excludedRanges(rules.excludedIps), trackingTerm: rules.trackingTerm, performanceAds: rules.performanceAds,
    ...(adIds !== undefined && { adIds }),
  };
};

/**
 * Reads a question; null: there is nothing that may be seen.
 *
 * @param narrows the log's own filters by their names
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readQuestion = async (db: Parts['db'], viewer: Viewer, question: Question, narrows: Readonly<Record<string, Narrow>>): Promise<Asked | null> => {
  const from = dayOf(question.from, 'from').from;
  const { until } = dayOf(question.to, 'to');
  if (until <= from) throw new Failure('invalid', { fields: { to: [{ code: 'minimum', values: { min: question.from } }] } });
  const matches = Object.entries(narrows).flatMap(([name, narrow]) => (question[name] === undefined ? [] : [{ name, match: narrow(question[name] as never) }]));
  for (const { name, match } of matches) {
    if ('is' in match && match.type === 'UInt64' && BigInt(match.is) >= 2n ** 64n) throw new Failure('invalid', { fields: { [name]: ['format'] } });
  }
  const filter = await filterOf(db, viewer, { productId: question.product_id, from, until, adIds: question.ad_id__in, matches: matches.map(({ match }) => match) });
  return filter && { filter, show: question.show === 'all' ? 'all' : 'counted' };
};
