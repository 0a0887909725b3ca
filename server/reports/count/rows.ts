import {
  NO_CONTACT,
  type Chosen,
  type Grouping,
  type Layout,
} from '../../store/clickhouse/queries/row-layout.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { adAxis } from '../parse/axes.ts';

/** The rows of a report: their meaning, their labels, and the order of rounding. */

/** A row's value on an axis: the number of an ad or group, or a dimension value of a contact; null: none. */
export type Value = number | string | null;
export const VISITORS = ['new', 'existing'] as const;
export type Visitor = (typeof VISITORS)[number];

/**
 * A row of one or two values, the outer first; or one of the two special rows. `visitor` is null where rows
 * are not split by it.
 */
export interface Row {
  readonly kind: 'hidden' | 'no_contact' | 'row';
  readonly values: readonly Value[];
  readonly visitor: Visitor | null;
}

/** Contacts that are counted and hidden, and conversions without a contact. */
export const HIDDEN_ROW: Row = { kind: 'hidden', values: [], visitor: null };
export const NO_CONTACT_ROW: Row = { kind: 'no_contact', values: [], visitor: null };

/**
 * A value encoded for keys, where `/` and `~` are separators; all landing pages beyond the limit of distinct
 * ones are `other`.
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

/**
 * Rank of rows with what belongs to no value of the axis, which come after all others in answers and files: 1 without a
 * value, 2 for conversions without a contact; 0 for others.
 */
export const remainderRank = ({ kind, values }: Row): number => {
  if (kind === 'no_contact') return 2;
  return values.at(-1) === null ? 1 : 0;
};

/** The same rank by the key of a row. Keys of landing pages contain colons, those of other rows do not. */
export const remainderRankOfKey = (key: string): number => {
  const own = /^(?:[^/~:]*\/)?(none|no_contact)(?:~|$)/.exec(key)?.[1];
  if (own === undefined) return 0;
  return own === 'none' ? 1 : 2;
};

const KINDS: readonly Row['kind'][] = ['hidden', 'no_contact', 'row'];
const STATES: readonly Row['visitor'][] = [null, ...VISITORS];

const compareValues = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
};

/** Whether answers contain a row. @param withoutContact whether conversions without a contact are a row */
export const isShown = ({ kind }: Pick<Row, 'kind'>, withoutContact: boolean): boolean =>
  kind === 'row' || (kind === 'no_contact' && withoutContact);

/** The order in which equal remainders are served, and the tie-breaker of row order. */
export const compareRows = (a: Row, b: Row): number => {
  const kinds = KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  if (kinds !== 0) return kinds;
  for (const [index, value] of a.values.entries()) {
    const order = compareValues(value, b.values[index] ?? null);
    if (order !== 0) return order;
  }
  return STATES.indexOf(a.visitor) - STATES.indexOf(b.visitor);
};

/**
 * Rows as the store counts them, by number. Rows of one axis over ads have the number of their ad or group,
 * nested ones their position in order.
 */
export interface Rows {
  /** The row of each contact, as an SQL expression of the store. */
  readonly grouping: Layout;
  /** The row of facts known only by ad; without an ad, the row of conversions without a contact. */
  readonly rowOf: (ad: number | null) => number;
  readonly read: (row: number) => Row;
  /** The order in which equal remainders are served, where it is not that of the numbers. */
  readonly roundingRank?: (row: number) => number;
  /** Of two axes whose outer one is finer than ads: the row of the outer axis, by its number there. */
  readonly outerOf?: (row: number) => number;
  /** The row of a key; null: the key is unknown. */
  readonly numberOf: (key: string) => number | null;
  /** The visible rows, whose sums are the totals. */
  readonly shown: Chosen;
}

/** Rows of axes over ads. */
export interface AdRows extends Rows {
  readonly grouping: Grouping;
}

/**
 * Ads without a group on the axis, and hidden ads: special rows besides those of groups, whose numbers are
 * positive.
 */
export const UNGROUPED = 0;
export const HIDDEN = -2;

/** The number of a row of one axis over ads, by its key; null: the key has no such form. */
export const numberOfKey = (key: string): number | null => {
  if (key === NO_CONTACT_ROW.kind) return NO_CONTACT;
  if (key === keyOfValue(null)) return UNGROUPED;
  return /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null;
};

interface Ads {
  readonly ads: readonly ReportAd[];
  readonly shown: 'all' | ReadonlySet<number>;
}

const EVERY_ROW: Chosen = { allBut: [] };
const isHidden = (shown: Ads['shown'], ad: number) => shown !== 'all' && !shown.has(ad);

/**
 * A row for each ad. Hidden ads are counted individually too, so that a viewer of few ads reads the same
 * figures as every other viewer.
 */
const byAd = (shown: Ads['shown']): AdRows => ({
  grouping: null,
  rowOf: ad => ad ?? NO_CONTACT,
  read: row => {
    if (row === NO_CONTACT) return NO_CONTACT_ROW;
    return isHidden(shown, row) ? HIDDEN_ROW : { kind: 'row', values: [row], visitor: null };
  },
  // Every ad has a row, so none is without a group.
  numberOf: key => (key === keyOfValue(null) ? null : numberOfKey(key)),
  shown: shown === 'all' ? EVERY_ROW : { only: [...shown] },
});

/** A row for each combination of the groups that ads are in, in order of their numbers. */
const byGroups = (names: readonly string[], { ads, shown }: Ads): AdRows => {
  const groups = names.map(name => adAxis(name).group ?? ((ad: ReportAd) => ad.id));
  const seen = ads.filter(ad => !isHidden(shown, ad.id));
  const rows = new Map(
    seen
      .map(ad => groups.map(group => group(ad)))
      .map(values => [values.join('/'), { kind: 'row', values, visitor: null } as Row]),
  );
  const none: Row = { kind: 'row', values: names.map(() => null), visitor: null };
  // The row without a group has the number 0 and is also first in order; that of hidden ads follows it.
  const ordered = [
    none,
    ...[...rows.values()].filter(row => keyOf(row) !== keyOf(none)).toSorted(compareRows),
  ];
  const numbered = ordered.map(
    (row, position) => [names.length === 1 ? Number(row.values[0] ?? UNGROUPED) : position, row] as const,
  );
  const byNumber = new Map(numbered);
  const numbers = new Map(numbered.map(([number, row]) => [row.values.join('/'), number]));
  const known = new Map(
    seen.map(ad => [ad.id, numbers.get(groups.map(group => group(ad)).join('/')) ?? UNGROUPED]),
  );
  const other = shown === 'all' ? UNGROUPED : HIDDEN;
  const keys = new Map([
    [NO_CONTACT_ROW.kind as string, NO_CONTACT],
    ...numbered.map(([number, row]) => [keyOf(row), number] as const),
  ]);
  return {
    grouping: { ads: [...known.keys()], rows: [...known.values()], other },
    rowOf: ad => (ad === null ? NO_CONTACT : (known.get(ad) ?? other)),
    read: row => {
      if (row === NO_CONTACT) return NO_CONTACT_ROW;
      return row === HIDDEN ? HIDDEN_ROW : (byNumber.get(row) ?? none);
    },
    numberOf: key => keys.get(key) ?? null,
    shown: shown === 'all' ? EVERY_ROW : { allBut: [HIDDEN, NO_CONTACT] },
  };
};

/**
 * The rows of axes over ads.
 *
 * @param names one or two, the first the outer
 * @param ads.shown ads with rows of their own; contacts of all others form one hidden row
 */
export const rowsOfAds = (names: readonly string[], ads: Ads): AdRows =>
  names.length === 1 && names[0] === 'ad' ? byAd(ads.shown) : byGroups(names, ads);

/** The outer rows of nested ones: unregistered ads are one row there, as no inner row contains them. */
export const outerRowsOfAds = ([outer = '']: readonly string[], ads: Ads): AdRows => byGroups([outer], ads);
