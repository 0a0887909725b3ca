import type { Format, KeyOf } from '../../resources/column.ts';

/** A column as the grid draws it: a descriptor's column with its texts in the user's language. */
export interface GridColumn<Row> {
  readonly field: KeyOf<Row>;
  readonly format: Format;
  readonly label: string;
  /** What the column means and how it is computed; shown in the header's menu. */
  readonly help?: string;
  /** Neighbours with the same group stand under one heading. */
  readonly group?: string;
  readonly size?: number;
  readonly sortable?: boolean;
}

export interface Sort<Row> { readonly field: KeyOf<Row>; readonly descending: boolean }

/** Pixels a column takes unless it says otherwise: wide enough for the usual value of its format. */
export const WIDTH_OF: Readonly<Record<Format, number>> = {
  count: 96, share: 104, yen: 112, price: 96, percent: 100, duration: 136, text: 160, word: 132, id: 184, address: 240, time: 160, tags: 136,
};
export const NARROWEST = 56;
export const WIDEST = 800;
/** A step of the keyboard's wider and narrower. */
export const WIDTH_STEP = 24;

export const ROW_HEIGHT = 34;
