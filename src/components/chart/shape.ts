import type { NumberFormat } from '../../resources/column.ts';

/** One row of figures; its values stand over the categories in order, null where there is none. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Where it differs from the chart's. */
  readonly format?: NumberFormat;
  /** Drawn quieter: the period before, say. */
  readonly faint?: boolean;
}

/**
 * All that a screen says about a chart. `kind` is one of three words: a line needs an order (time), bars compare, stacked bars also add up.
 * The same shape gives the picture, its description and the table beside it, so the three cannot disagree.
 */
export interface ChartShape {
  readonly kind: 'line' | 'bars' | 'stacked';
  readonly title: string;
  /** The name of what the categories are: day, ad. */
  readonly axis: string;
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  readonly format: NumberFormat;
}
