import type { Cells } from './dimension-rows.ts';
import { contactConditions } from './conditions.ts';
import type { Bound } from '../engine/query.ts';

/**
 * Which row of the report an ad belongs to; null: each ad is a row of its own number. Others than `ads` go to
 * row `other`.
 */
export type Grouping = {
  readonly ads: readonly number[];
  readonly rows: readonly number[];
  readonly other: number;
} | null;

/** The rows of a report as queries understand them: by ad, or finer than ads. */
export type Layout = Grouping | Cells;
export const isFiner = (layout: Layout): layout is Cells => layout !== null && 'axes' in layout;

/** Some rows by their numbers. */
export type Chosen = { readonly only: readonly number[] } | { readonly allBut: readonly number[] };

/** The row of conversions without any contact. */
export const NO_CONTACT = -1;

/** The values that a layout's queries bind. */
export const layoutParameters = (layout: Layout): Bound => {
  if (layout === null) return {};
  return isFiner(layout)
    ? contactConditions(layout.seen).params
    : { ads: layout.ads, rows: layout.rows, other: layout.other };
};
