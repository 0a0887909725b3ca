import type { ReactNode } from 'react';
import type { Format, KeyOf } from '../../resources/column.ts';
import { isNumeric } from '../formats.ts';
import type { IconName } from '../icon.tsx';
import type { GridRow } from './row.tsx';
import type { Slot } from './slot.ts';
import type { Tree } from './tree.ts';

/** A column as the grid draws it: a descriptor's column with its texts in the user's language. */
export interface GridColumn<Row> {
  readonly field: KeyOf<Row>;
  readonly format: Format;
  readonly label: string;
  /** What the column means and how it is computed; shown in the header's menu. */
  readonly help?: string;
  /** Neighbours with the same group share one heading. */
  readonly group?: string;
  readonly size?: number;
  readonly sortable?: boolean;
  /** For texts: they are amounts, and are aligned as figures. */
  readonly amount?: boolean;
  /** For sparklines: their last value is of a period that is still running. */
  readonly unfinished?: boolean;
}

export interface Sort<Row> {
  readonly field: KeyOf<Row>;
  readonly descending: boolean;
}

/** Something that can be done to one row, from the menu at its end. */
export interface RowAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** What cannot be taken back by the next click is shown as such. */
  readonly grave?: boolean;
  readonly run: (row: Row) => void;
  /** Not at present for this row; it stays in the menu, dimmed. */
  readonly disabled?: (row: Row) => boolean;
  /** Not for this row at all. */
  readonly offered?: (row: Row) => boolean;
}

/** A second line in a cell, below its figure: for example a comparison. */
export interface SecondLine {
  readonly text: string;
  readonly tone: 'good' | 'poor' | 'plain';
}

/** The details of single figures. */
export interface DrillDown<Row> {
  /** Whether something does, and may be seen; of the totals, too. */
  readonly has: (row: Row, field: string) => boolean;
  readonly open: (row: Row, field: string) => void;
}

/** Rows as cards. */
export interface Cards {
  /** Which places of a row there is room for, in their order. */
  readonly places: <Row>(slots: readonly Slot<Row>[], sorted: string | null) => readonly Slot<Row>[];
  readonly row: typeof GridRow;
}

/** Pixels by field. */
export type Widths = Readonly<Record<string, number>>;

/**
 * An optional property with a callback is stored by the grid itself when it is not passed, and lost when the
 * grid unmounts.
 */
export interface GridProps<Row extends object> {
  /** What the grid holds, for those who do not see it. */
  readonly label: string;
  /** The first column names the row: it stays in view and at its place and cannot be hidden. */
  readonly columns: readonly GridColumn<Row>[];
  /**
   * The resource of the rows, as named in the messages: its own words for codes take precedence over the
   * shared ones.
   */
  readonly words?: string;
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly rowKey: (row: Row) => string;
  readonly totals?: { readonly row: Row; readonly label: string };

  readonly sort?: Sort<Row> | null;
  readonly onSort?: (sort: Sort<Row> | null) => void;
  /**
   * The rows arrive in the order of `sort` (one page of many): the grid shows the sort and does not reorder
   * them.
   */
  readonly presorted?: boolean;
  /** Number of rows on the previous pages. */
  readonly firstRow?: number;
  /** Number of rows on all pages; by default the number of rows passed. */
  readonly totalRows?: number;
  /** More rows can be loaded; called when the end comes near. */
  readonly onMore?: (() => void) | null;

  readonly hidden?: readonly string[];
  readonly hiddenAtFirst?: readonly string[];
  readonly onHidden?: (hidden: readonly string[]) => void;
  /** Fields from the left; columns that it does not name stay after their predecessor. */
  readonly order?: readonly string[];
  readonly onOrder?: (order: readonly string[]) => void;
  /** Only of columns whose width was changed. */
  readonly widths?: Widths;
  readonly onWidths?: (widths: Widths) => void;

  /** The last column that stays in view at the left with the names of the rows; null: only these. */
  readonly pinned?: string | null;
  readonly onPinned?: (pinned: string | null) => void;

  /**
   * Keys of the rows that are picked, those on other pages too. Rows can be picked when there is `onPicked`.
   */
  readonly picked?: ReadonlySet<string>;
  readonly onPicked?: (picked: ReadonlySet<string>) => void;
  readonly actions?: readonly RowAction<Row>[];
  /** Marked with a word and struck through. */
  readonly deleted?: (row: Row) => boolean;
  /** Rows under rows: the grid is a tree grid, and the name of an outer row expands and collapses it. */
  readonly tree?: Tree<Row>;
  /** With it every row has room for a second line. */
  readonly secondLine?: (row: Row, field: string) => SecondLine | null;
  /**
   * Only rows that have every word of it somewhere in their shown texts; for grids whose rows are all here.
   */
  readonly quick?: string;
  /** How each row is a card on a narrow screen. */
  readonly cards?: Cards;
  /** Draws the field in which `quick` is typed. */
  readonly onQuick?: (quick: string) => void;

  /** An answer is awaited; the rows of the last one stay, dimmed. */
  readonly busy?: boolean;
  /** Instead of rows: the empty, failed or no-permission state. */
  readonly instead?: ReactNode;
  /** Where a row leads, if anywhere: its name becomes a link, and Enter on the row follows it. */
  readonly link?: { readonly to: (row: Row) => string | null; readonly open: (row: Row) => void };
  /**
   * Figures with details are styled as such, and a press or Enter opens them. The value must be stable
   * between renders, or every row is drawn again.
   */
  readonly drillDown?: DrillDown<Row>;
  /** A cell's value is on the clipboard, or could not be put there. */
  readonly onCopied?: (copied: boolean) => void;
  /** Above the grid, before everything else: for example the controls of the query. */
  readonly lead?: ReactNode;
  /** Between that and the rows: for example the active conditions. */
  readonly note?: ReactNode;
  /** Above the grid at its left: for example the number of rows. */
  readonly caption?: ReactNode;
  /**
   * Has a place of its own, which is reserved while no row is picked; without it the screen shows the
   * commands elsewhere.
   */
  readonly selection?: SelectionBar;
  /** Above it at its right, before the choice of columns. */
  readonly tools?: ReactNode;
}

/** The commands of the picked rows, above the rows. */
export interface SelectionBar {
  /** Null while no row is picked. */
  readonly bar: ReactNode;
  /** What the place shows meanwhile; unless given, that rows can be picked. */
  readonly hint?: ReactNode;
}

/** Whether what a column shows is set to the right, and never cut: part of a figure would be another one. */
export const isFigures = ({ format, amount }: Pick<GridColumn<never>, 'format' | 'amount'>): boolean =>
  amount === true || isNumeric(format);

/** Default width of a column in pixels: wide enough for the usual value of its format. */
export const WIDTH_OF: Readonly<Record<Format, number>> = {
  count: 96,
  share: 104,
  yen: 112,
  price: 96,
  percent: 100,
  duration: 136,
  text: 160,
  word: 132,
  choice: 120,
  id: 184,
  address: 240,
  time: 160,
  day: 112,
  tags: 136,
  trend: 116,
};
export const NARROWEST = 56;
export const WIDEST = 800;
/** A step of the keyboard's wider and narrower. */
export const WIDTH_STEP = 24;

/**
 * How rows are drawn: in one line, in two, or as cards; and how high that is in pixels, as grid.css and
 * card.css have it.
 */
export const HEIGHTS = { low: 34, tall: 50, cards: 148 } as const;
export type Shape = keyof typeof HEIGHTS;
