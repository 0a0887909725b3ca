import { visibleAds, type Viewer } from '../accounts/visibility.ts';
import { excludedRanges } from '../attribution/excluded.ts';
import { Failure } from '../http/failures.ts';
import { spanOf, type Span } from '../http/spans.ts';
import type { Parts } from '../parts.ts';
import { contactSlice, SLICE } from '../store/clickhouse/interaction-slices.ts';
import { contactPage, countContacts, type ContactCounts, type ContactFilter, type ContactRow, type Place } from '../store/clickhouse/interactions.ts';
import { adsNamed, logRules, redirectPages, type Named } from '../store/postgres/logs.ts';
import type { LpoEntry } from '../store/postgres/schema.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** What is asked of the reference log, as its schema has passed it. */
export interface Question {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly after?: string;
  readonly limit?: number;
  readonly show?: string;
  readonly ad_id__in?: readonly number[];
  readonly visitor_id?: string;
  readonly interaction_id?: string;
  readonly device?: string;
  readonly os?: string;
  readonly browser?: string;
}

/** The store's times end with the years 1900 and 2299; nothing was counted before this product's first line, nor will be long after it. */
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

const dayOf = (text: string, field: string): Span => {
  const span = spanOf(text);
  if (span === null || span.from < EARLIEST || span.until > LATEST) throw new Failure('invalid', { fields: { [field]: ['format_date'] } });
  return span;
};

const largest = (value: string | undefined, field: string): void => {
  if (value !== undefined && BigInt(value) >= 2n ** 64n) throw new Failure('invalid', { fields: { [field]: ['format'] } });
};

/**
 * The ads whose contacts are shown; undefined: those of every ad.
 *
 * @throws {Failure} `no_permission_for_data`: a filter names an ad that the viewer may not see
 */
const adsShown = (viewer: Viewer, { product_id, ad_id__in: asked }: Question): readonly number[] | undefined => {
  const visible = visibleAds(viewer, product_id);
  if (visible === 'all') return asked;
  if (asked?.some(id => !visible.includes(id))) throw new Failure('no_permission_for_data');
  return asked ?? visible;
};

/** Rows that are handed on at once. */
const PIECE = 500;

const distinct = (ids: readonly number[]) => [...new Set(ids)].filter(id => id > 0);

const placeOf = (after: string | undefined): Place | null => {
  if (after === undefined) return null;
  const place = readCursor(after);
  if (place === null) throw new Failure('invalid', { fields: { after: ['format'] } });
  return place;
};

/** What the log is asked for, of what may be seen. */
interface Asked { readonly filter: ContactFilter; readonly show: 'counted' | 'all'; readonly trackingTerm: number }

/**
 * Reads a question; null: of an agency without ads nothing is shown, and a list of no ads does not mean all of them.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
const askedOf = async (db: Parts['db'], viewer: Viewer, question: Question): Promise<Asked | null> => {
  const adIds = adsShown(viewer, question);
  const from = dayOf(question.from, 'from').from;
  const { until } = dayOf(question.to, 'to');
  if (until <= from) throw new Failure('invalid', { fields: { to: [{ code: 'minimum', values: { min: question.from } }] } });
  largest(question.visitor_id, 'visitor_id');
  largest(question.interaction_id, 'interaction_id');
  const rules = await logRules(db, viewer.companyId, question.product_id);
  if (rules === null) throw new Failure('no_permission_for_data');
  if (adIds?.length === 0) return null;
  return {
    show: question.show === 'all' ? 'all' : 'counted', trackingTerm: rules.trackingTerm,
    filter: {
      productId: question.product_id, from, until, excluded: excludedRanges(rules.excludedIps),
      ...(adIds !== undefined && { adIds }),
      ...(question.visitor_id !== undefined && { visitorId: question.visitor_id }),
      ...(question.interaction_id !== undefined && { interactionId: question.interaction_id }),
      ...(question.device !== undefined && { device: question.device }),
      ...(question.os !== undefined && { os: question.os }),
      ...(question.browser !== undefined && { browser: question.browser }),
    },
  };
};

const totalOf = (counts: ContactCounts, show: Asked['show']): number => (show === 'all' ? counts.counted + counts.bot + counts.repeated + counts.excluded : counts.counted);

/** How the log shows rows: with the names that their ads and landing pages have now. */
const showing = async (db: Parts['db'], companyId: number, rows: readonly ContactRow[]) => {
  const [ads, pages] = await Promise.all([
    adsNamed(db, companyId, distinct(rows.map(row => row.ad_id))),
    redirectPages(db, companyId, distinct(rows.map(row => row.redirect_id))),
  ]);
  return (row: ContactRow) => shown(row, ads.get(row.ad_id), pages.get(row.redirect_id));
};

/**
 * A page of the reference log.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readInteractions = async ({ db, columnar }: Pick<Parts, 'db' | 'columnar'>, viewer: Viewer, question: Question) => {
  const after = placeOf(question.after);
  const asked = await askedOf(db, viewer, question);
  if (asked === null) return { results: [], next: null, total: 0, left_out: { bot: 0, repeated: 0, excluded_ip: 0 } };
  const { filter, show, trackingTerm } = asked;
  const limit = question.limit ?? 100;
  // One row more than the page tells whether there is a next one.
  const [found, counts] = await Promise.all([
    contactPage(columnar, filter, { after, limit: limit + 1, show, trackingTerm }),
    after === null ? countContacts(columnar, filter) : null,
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    results: rows.map(await showing(db, viewer.companyId, rows)),
    next: found.length > limit && last !== undefined ? writeCursor({ ms: last.ms, id: last.interaction_id }) : null,
    total: counts && totalOf(counts, show),
    left_out: counts && { bot: counts.bot, repeated: counts.repeated, excluded_ip: counts.excluded },
  };
};

/**
 * The whole log that a question asks for: how many rows, and themselves, slice by slice as they are read.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const readAllInteractions = async ({ db, columnar }: Pick<Parts, 'db' | 'columnar'>, viewer: Viewer, question: Question, size = SLICE) => {
  const asked = await askedOf(db, viewer, question);
  const slices = async function* () {
    if (asked === null) return;
    let after: Place | null = null;
    for (;;) {
      const rows: ContactRow[] = await contactSlice(columnar, asked.filter, { after, size, show: asked.show, trackingTerm: asked.trackingTerm });
      const last = rows.at(-1);
      if (last === undefined) return;
      after = { ms: last.ms, id: last.interaction_id };
      const show = await showing(db, viewer.companyId, rows);
      // In pieces: whoever writes a file works on one without keeping everybody else waiting.
      for (let at = 0; at < rows.length; at += PIECE) yield rows.slice(at, at + PIECE).map(show);
      if (rows.length < size) return;
    }
  };
  return { count: asked === null ? 0 : totalOf(await countContacts(columnar, asked.filter), asked.show), batches: slices() };
};

const shown = ({ ms, first_ms, ip, lpo_number, redirect_id, ...row }: ContactRow, ad: Named | undefined, pages: readonly LpoEntry[] | undefined) => ({
  ...row,
  reference_id: row.interaction_id,
  first_reference_time: new Date(first_ms).toISOString(),
  reference_time: new Date(ms).toISOString(),
  ad_name: ad?.name ?? '',
  ip_address: ip,
  redirect_id: redirect_id === 0 ? null : redirect_id,
  lpo_number: lpo_number === 0 ? null : lpo_number,
  // A redirect without pages of its own uses the ad's.
  lpo_title: (lpo_number === 0 ? undefined : (pages?.length ? pages : ad?.lpoEntries)?.[lpo_number - 1]?.title) ?? '',
  bot: row.bot === 1, repeated: row.repeated === 1, excluded: row.excluded === 1,
});
