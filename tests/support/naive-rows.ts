import { matches } from './naive-filter.ts';
import type { NaiveAd, NaiveContact, NaiveParameters } from './naive.ts';

/** Determines the row of a report for each contact. */

export type NaiveAxis =
  | 'ad'
  | 'ad_category'
  | 'ad_type1'
  | 'asp'
  | 'agency'
  | 'device'
  | 'os'
  | 'browser'
  | 'landing_page'
  | 'hour'
  | 'weekday';
/** A filter of a query. */
export interface NaiveFilter {
  field: string;
  op: Parameters<typeof matches>[1];
  values: readonly string[];
}
type State = 'new' | 'existing' | null;
type Value = number | string | null;
/** `outer` is the key of the outer row, or null for an outer row itself. */
export interface NaiveRow {
  key: string;
  values: readonly Value[];
  state: State;
  shown: boolean;
  noContact: boolean;
  outer: string | null;
}

const HOUR = 3_600_000;
/** The group of an ad on each axis of groups. */
const GROUPS: Readonly<Partial<Record<NaiveAxis, (ad: NaiveAd) => number | null>>> = {
  ad_category: ad => ad.group,
  ad_type1: ad => ad.type ?? null,
  asp: ad => ad.network ?? null,
  agency: ad => ad.agency ?? null,
};
const fieldsOf = (id: number, ad: NaiveAd | undefined) => ({
  ad_id: id,
  ad_name: `広告é${id}`,
  ad_category_id: ad?.group ?? null,
  ad_type1_id: ad?.type ?? null,
  ad_type2_id: null,
  asp_id: ad?.network ?? null,
  agency_id: ad?.agency ?? null,
});
const AD_FIELDS = new Set(Object.keys(fieldsOf(0, undefined)));
const SEEN_FIELDS = new Set(['device', 'os', 'browser', 'landing_url', 'hour', 'weekday']);
const TEXTS = new Set(['ad_name', 'device', 'os', 'browser', 'landing_url', 'args']);

/** Whether an event matches every filter on a field that it has. */
export const meetsAll = (
  filters: readonly NaiveFilter[],
  stored: Readonly<Record<string, unknown>>,
): boolean =>
  filters
    .filter(({ field }) => field in stored)
    .every(({ field, op, values }) =>
      matches(TEXTS.has(field) ? 'text' : 'integer', op, stored[field], values),
    );

const tokyo = (ts: number) => new Date(ts + 9 * HOUR);
const seen = (c: NaiveContact) => ({
  device: c.device ?? '',
  os: c.os ?? '',
  browser: c.browser ?? '',
  landing_url: c.url ?? '',
  hour: tokyo(c.ts).getUTCHours(),
  weekday: tokyo(c.ts).getUTCDay(),
});
const text = (value: string | undefined): string | null =>
  value === undefined || value === '' ? null : value;

/**
 * Marks contacts as repeated by the time since the last contact of the same visitor with the same link; null
 * keeps the marks.
 */
export const withRepeatsMarked = (
  contacts: readonly NaiveContact[],
  seconds: number | null,
): NaiveContact[] => {
  if (seconds === null) return [...contacts];
  const link = (c: NaiveContact) =>
    `${c.visitor} ${c.redirect === undefined || c.redirect === 0 ? `ad ${c.ad}` : c.redirect}`;
  const order = contacts.toSorted((a, b) => a.ts - b.ts || (a.id < b.id ? -1 : 1));
  return order.map((c, index) => {
    const before = order.slice(0, index).findLast(other => link(other) === link(c));
    return { ...c, repeated: before !== undefined && c.ts - before.ts < seconds * 1000 };
  });
};

/** The order of rows in which remainders of shares are distributed. */
export const place = (a: NaiveRow, b: NaiveRow): number => {
  const kind = (row: NaiveRow): number => {
    if (row.key.startsWith('hidden') && row.values.length === 0) return 0;
    return row.noContact ? 1 : 2;
  };
  // Null sorts first.
  const compare = (x: Value, y: Value): number => {
    if (x === y) return 0;
    if (x === null || y === null) return x === null ? -1 : 1;
    return x < y ? -1 : 1;
  };
  const states = [null, 'new', 'existing'];
  return (
    kind(a) - kind(b) ||
    a.values.map((value, index) => compare(value, b.values[index] ?? null)).find(order => order !== 0) ||
    states.indexOf(a.state) - states.indexOf(b.state)
  );
};

export const rowsOf = (
  ads: readonly NaiveAd[],
  {
    axes,
    visible,
    where = [],
    evaluation = null,
  }: Pick<NaiveParameters, 'axes' | 'visible' | 'where' | 'evaluation'>,
) => {
  const bySeen = where.some(({ field }) => SEEN_FIELDS.has(field));
  const byAds = where.some(({ field }) => AD_FIELDS.has(field));
  const finer =
    bySeen || evaluation !== null || axes.some(axis => axis !== 'ad' && GROUPS[axis] === undefined);
  const narrowed = visible !== null || byAds || bySeen;
  const plain = !finer && axes.length === 1 && axes[0] === 'ad';
  const adOf = (id: number) => ads.find(ad => ad.id === id);
  // An unregistered ad matches no filter.
  const seesAd = (id: number) =>
    (visible === null || visible.includes(id)) &&
    (!(visible !== null || byAds) || adOf(id) !== undefined) &&
    (!byAds || meetsAll(where, fieldsOf(id, adOf(id))));
  const row = (values: readonly Value[], state: State): NaiveRow => {
    const part = (list: readonly Value[]) =>
      `${list.map(value => (value === null ? 'none' : encodeURIComponent(value).replaceAll('~', '%7E'))).join('/')}${state === null ? '' : `~${state}`}`;
    return {
      key: part(values),
      values,
      state,
      shown: true,
      noContact: false,
      outer: values.length > 1 ? part(values.slice(0, 1)) : null,
    };
  };
  const hidden = (ad: number): NaiveRow =>
    plain
      ? { ...row([ad], null), shown: false }
      : { key: 'hidden', values: [], state: null, shown: false, noContact: false, outer: null };
  const ofAd = (id: number, axis: NaiveAxis): Value => {
    const ad = adOf(id);
    if (axis === 'ad') return plain || ad !== undefined ? id : null;
    return ad === undefined ? null : (GROUPS[axis]?.(ad) ?? null);
  };
  const valueOn = (c: NaiveContact, axis: NaiveAxis): Value => {
    switch (axis) {
      case 'device':
      case 'os':
      case 'browser':
        return text(c[axis]);
      case 'landing_page':
        return text(c.url?.split(/[?#]/)[0]);
      case 'hour':
      case 'weekday':
        return seen(c)[axis];
      default:
        return ofAd(c.ad, axis);
    }
  };
  return {
    finer,
    narrowed,
    ofAd: (id: number): NaiveRow =>
      !seesAd(id) || bySeen
        ? hidden(id)
        : row(
            axes.map(axis => ofAd(id, axis)),
            null,
          ),
    ofContact: (c: NaiveContact, state: State): NaiveRow => {
      if (!seesAd(c.ad) || !meetsAll(where, seen(c))) return hidden(c.ad);
      return row(
        axes.map(axis => valueOn(c, axis)),
        state,
      );
    },
    without: (state: State): NaiveRow => ({
      key: `no_contact${state === null ? '' : `~${state}`}`,
      values: [],
      state,
      shown: true,
      noContact: true,
      outer: null,
    }),
  };
};
