import { NO_CONTACT, type Chosen, type Layout } from '../../store/clickhouse/queries/row-layout.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { adAxis } from '../parse/axes.ts';

/**
 * The rows of a report: what they stand for, how they are called, and in which order shares are handed out to
 * them.
 */

/**
 * What a row has on an axis: the number of an ad or group, the word of what was seen of a contact; null:
 * none.
 */
export type Value = number | string | null;
export const VISITORS = ['new', 'existing'] as const;
export type Visitor = (typeof VISITORS)[number];

/**
 * A row of one or two values, the outer first; or one of the two rows beside them. `visitor` is null where
 * rows are not told apart by it.
 */
export interface Row {
  readonly kind: 'hidden' | 'no_contact' | 'row';
  readonly values: readonly Value[];
  readonly visitor: Visitor | null;
}

/** Contacts that are counted and not shown, and conversions that had none. */
export const HIDDEN_ROW: Row = { kind: 'hidden', values: [], visitor: null };
export const NO_CONTACT_ROW: Row = { kind: 'no_contact', values: [], visitor: null };

/**
 * A value as it stands in keys, where `/` and `~` have meanings of their own; the landing pages beyond those
 * that are told apart are all `other`.
 */
export const keyOfValue = (value: Value): string => {
  if (value === null) return 'none';
  return typeof value === 'number' ? String(value) : encodeURIComponent(value).replaceAll('~', '%7E');
};

/** The key of a row in answers, its own: `12`, `none/mobile`, `12~new`, `no_contact`. */
export const keyOf = ({ kind, values, visitor }: Row): string => {
  const own = kind === 'row' ? values.map(keyOfValue).join('/') : kind;
  return visitor === null ? own : `${own}~${visitor}`;
};

/** The outer row of a nested one; null: it is an outer one itself. */
export const outerOf = (row: Row): Row | null =>
  row.values.length < 2 ? null : { ...row, values: row.values.slice(0, 1) };

const KINDS: readonly Row['kind'][] = ['hidden', 'no_contact', 'row'];
const STATES: readonly Row['visitor'][] = [null, ...VISITORS];

const compareValues = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};

/** The order in which equal remainders are served, and in which rows stand that are equal otherwise. */
export const inPlace = (a: Row, b: Row): number => {
  const kinds = KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  if (kinds !== 0) return kinds;
  for (const [index, value] of a.values.entries()) {
    const order = compareValues(value, b.values[index] ?? null);
    if (order !== 0) return order;
  }
  return STATES.indexOf(a.visitor) - STATES.indexOf(b.visitor);
};

/** Rows as the store counts them, by number. */
export interface Rows {
  /** Which row each contact belongs to, in words that the store's queries understand. */
  readonly grouping: Layout;
  /** The row of what is known of an ad alone; no ad: that of conversions without a contact. */
  readonly rowOf: (ad: number | null) => number;
  readonly read: (row: number) => Row;
  /** The order in which equal remainders are served, where it is not that of the numbers. */
  readonly place?: (row: number) => number;
  /** Of two axes whose outer one is finer than ads: the row of the outer axis alone, by its number there. */
  readonly outerOf?: (row: number) => number;
  /** The row of a key; null: none has it. */
  readonly numberOf: (key: string) => number | null;
  /** The rows that are shown, of which totals are the sums. */
  readonly shown: Chosen;
}

/**
 * Ads that have no group on the axis, and ads that are not shown: rows beside those of groups, whose numbers
 * are positive.
 */
export const UNGROUPED = 0;
export const HIDDEN = -2;

interface Ads {
  readonly ads: readonly ReportAd[];
  readonly shown: 'all' | ReadonlySet<number>;
}

const EVERY_ROW: Chosen = { allBut: [] };
const isHidden = (shown: Ads['shown'], ad: number) => shown !== 'all' && !shown.has(ad);

/**
 * A row for each ad; those that are not shown are counted one by one too, so that whoever sees few reads the
 * same figures as everybody.
 */
const byAd = (shown: Ads['shown']): Rows => ({
  grouping: null,
  rowOf: ad => ad ?? NO_CONTACT,
  read: row => {
    if (row === NO_CONTACT) return NO_CONTACT_ROW;
    return isHidden(shown, row) ? HIDDEN_ROW : { kind: 'row', values: [row], visitor: null };
  },
  numberOf: key => {
    if (key === NO_CONTACT_ROW.kind) return NO_CONTACT;
    return /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null;
  },
  shown: shown === 'all' ? EVERY_ROW : { only: [...shown] },
});

/** A row for each combination of the groups that ads are in, in order of their numbers. */
const byGroups = (names: readonly string[], { ads, shown }: Ads): Rows => {
  const groups = names.map(name => adAxis(name).group ?? ((ad: ReportAd) => ad.id));
  const seen = ads.filter(ad => !isHidden(shown, ad.id));
  const rows = new Map(
    seen
      .map(ad => groups.map(group => group(ad)))
      .map(values => [values.join('/'), { kind: 'row', values, visitor: null } as Row]),
  );
  const none: Row = { kind: 'row', values: names.map(() => null), visitor: null };
  // The row of none bears the number 0 and is the first in order too; that of the others is their place after
  // it.
  const ordered = [none, ...[...rows.values()].filter(row => keyOf(row) !== keyOf(none)).toSorted(inPlace)];
  const numbers = new Map(ordered.map((row, number) => [row.values.join('/'), number]));
  const known = new Map(
    seen.map(ad => [ad.id, numbers.get(groups.map(group => group(ad)).join('/')) ?? UNGROUPED]),
  );
  const other = shown === 'all' ? UNGROUPED : HIDDEN;
  const keys = new Map([
    [NO_CONTACT_ROW.kind as string, NO_CONTACT],
    ...ordered.map((row, number) => [keyOf(row), number] as const),
  ]);
  return {
    grouping: { ads: [...known.keys()], rows: [...known.values()], other },
    rowOf: ad => (ad === null ? NO_CONTACT : (known.get(ad) ?? other)),
    read: row => {
      if (row === NO_CONTACT) return NO_CONTACT_ROW;
      return row === HIDDEN ? HIDDEN_ROW : (ordered[row] ?? none);
    },
    numberOf: key => keys.get(key) ?? null,
    shown: shown === 'all' ? EVERY_ROW : { allBut: [HIDDEN, NO_CONTACT] },
  };
};

/** The rows of axes over ads. @param names one or two, the first the outer */
export const rowsOfAds = (names: readonly string[], ads: Ads): Rows =>
  names.length === 1 && names[0] === 'ad' ? byAd(ads.shown) : byGroups(names, ads);

/** The outer rows of nested ones: there ads that nobody knows are one row, as they are of no inner one. */
export const outerRowsOfAds = ([outer = '']: readonly string[], ads: Ads): Rows => byGroups([outer], ads);
