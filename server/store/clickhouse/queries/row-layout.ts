import type { Cells } from './dimension-rows.ts';
import { contactConditions } from './conditions.ts';
import type { Bound } from '../engine/query.ts';

/**
 * The row of each ad: `rows` in the order of `ads`, and `other` for all other ads; null: each ad is a row with
 * its own number.
 */
export type Grouping = {
  readonly ads: readonly number[];
  readonly rows: readonly number[];
  readonly other: number;
} | null;

/** The rows of a report for queries: by ad, or finer than ads. */
export type Layout = Grouping | Cells;
export const isFiner = (layout: Layout): layout is Cells => layout !== null && 'axes' in layout;

/** Some rows by their numbers. */
export type Chosen = { readonly only: readonly number[] } | { readonly allBut: readonly number[] };

/** The row of conversions without any contact. */
export const NO_CONTACT = -1;

/** The bound values of a layout's queries. */
export const layoutParameters = (layout: Layout): Bound => {
  if (layout === null) return {};
  return isFiner(layout)
    ? contactConditions(layout.contactFilters).params
    : { ads: layout.ads, rows: layout.rows, other: layout.other };
};
