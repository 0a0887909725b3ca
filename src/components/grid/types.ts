import type { ReactNode } from 'react';
import type { Format, KeyOf } from '../../resources/column.ts';
import { isNumeric } from '../formats.ts';
import type { IconName } from '../icon.tsx';
import type { GridRow } from './row.tsx';
import type { Slot } from './slot.ts';
import type { Tree } from './tree.ts';

/** Column of a grid: a descriptor's column with its texts in the current language. */
export interface GridColumn<Row> {
  readonly field: KeyOf<Row>;
  readonly format: Format;
  readonly label: string;
  /** Makes the definition of the column and its formula, which a rendered heading and its menu show. */
  readonly help?: () => string;
  /** Adjacent columns with the same group share one heading. */
  readonly group?: string;
  readonly size?: number;
  readonly sortable?: boolean;
  /** Of texts: they are amounts, and are aligned like numbers. */
  readonly amount?: boolean;
  /** Of sparklines: the period of the last value has not ended. */
  readonly unfinished?: boolean;
}

export interface Sort<Row> {
  readonly field: KeyOf<Row>;
  readonly descending: boolean;
}

/** An action on one row, in the menu at its end. */
export interface RowAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** The action cannot be undone by another click; its button is styled as a warning. */
  readonly destructive?: boolean;
  readonly run: (row: Row) => void;
  /** The action is not available at present; its menu entry is disabled. */
  readonly disabled?: (row: Row) => boolean;
  /** Whether the row has the action at all. */
  readonly offered?: (row: Row) => boolean;
}

/** Second line of a cell, below its figure: for example a comparison. */
export interface SecondLine {
  readonly text: string;
  readonly tone: 'good' | 'poor' | 'plain';
}

/** Drill-downs of single figures. */
export interface DrillDown<Row> {
  /** Whether a figure has a drill-down that the user may see; also called for the totals. */
  readonly has: (row: Row, field: string) => boolean;
  readonly open: (row: Row, field: string) => void;
}

/** Rendering of rows as cards. */
export interface Cards {
  /** The slots of a row that fit on a card, in their order. */
  readonly places: <Row>(slots: readonly Slot<Row>[], sorted: string | null) => readonly Slot<Row>[];
  readonly row: typeof GridRow;
}

/** Widths in pixels by field. */
export type Widths = Readonly<Record<string, number>>;

/** A named choice of columns, by the ones that it hides. */
export interface ColumnSetChoice {
  readonly label: string;
  readonly hidden: readonly string[];
}

/**
 * Properties of a grid. State whose property is not passed is stored by the grid, and lost when it unmounts.
 */
export interface GridProps<Row extends object> {
  /** Accessible name of the grid. */
  readonly label: string;
  /** The first column names the row: it is always visible and cannot be moved or hidden. */
  readonly columns: readonly GridColumn<Row>[];
  /**
   * Resource of the rows as named in message ids: its words for codes take precedence over the shared ones.
   */
  readonly words?: string;
  /** Null while the rows are loading. */
  readonly rows: readonly Row[] | null;
  readonly rowKey: (row: Row) => string;
  readonly totals?: { readonly row: Row; readonly label: string };

  readonly sort?: Sort<Row> | null;
  readonly onSort?: (sort: Sort<Row> | null) => void;
  /**
   * Rows are already in the order of `sort` (one page of many): the grid shows the sort without reordering.
   */
  readonly presorted?: boolean;
  /** Rank above 0 of rows that are sorted after all others in both directions. Default: 0 for all rows. */
  readonly remainderRank?: (row: Row) => number;
  /** Number of rows on the previous pages. */
  readonly firstRow?: number;
  /** Number of rows on all pages; by default the number of rows passed. */
  readonly totalRows?: number;
  /** Loads more rows; called when the end comes near. Null: there are no more. */
  readonly onMore?: (() => void) | null;

  readonly hidden?: readonly string[];
  readonly hiddenAtFirst?: readonly string[];
  /** Named choices of columns. */
  readonly columnSets?: readonly ColumnSetChoice[];
  readonly onHidden?: (hidden: readonly string[]) => void;
  /** Order of fields; columns that are missing follow their predecessor in the default order. */
  readonly order?: readonly string[];
  readonly onOrder?: (order: readonly string[]) => void;
  /** Only columns whose width was changed. */
  readonly widths?: Widths;
  readonly onWidths?: (widths: Widths) => void;

  /** Last column that is pinned to the left with the row names; null: only the names. */
  readonly pinned?: string | null;
  readonly onPinned?: (pinned: string | null) => void;

  /**
   * Keys of the selected rows, including those of other pages. Rows are selectable if `onSelect` is passed.
   */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  readonly actions?: readonly RowAction<Row>[];
  /** Rows that are tagged as deleted and struck through. */
  readonly deleted?: (row: Row) => boolean;
  /** Hierarchy of the rows: the grid is a tree grid whose outer rows can be expanded and collapsed. */
  readonly tree?: Tree<Row>;
  /** Second line of a cell; if passed, all rows are tall. */
  readonly secondLine?: (row: Row, field: string) => SecondLine | null;
  /** Shows only rows whose cells contain every word of this text; for grids with all rows loaded. */
  readonly quick?: string;
  /** Card layout of rows on narrow screens. */
  readonly cards?: Cards;
  /** Shows the search field for `quick`. */
  readonly onQuick?: (quick: string) => void;

  /** A query is running; the previous rows stay, dimmed. */
  readonly busy?: boolean;
  /** Replaces the rows: the empty, failed or forbidden state. */
  readonly instead?: ReactNode;
  /** Address of a row: its name becomes a link, which Enter follows. */
  readonly link?: { readonly to: (row: Row) => string | null; readonly open: (row: Row) => void };
  /**
   * Figures with a drill-down are styled as such; a click or Enter opens it. Must be referentially stable, or
   * every row renders again.
   */
  readonly drillDown?: DrillDown<Row>;
  /** Reports that a cell's value was copied, or that copying failed. */
  readonly onCopied?: (copied: boolean) => void;
  /** First content above the grid: for example the controls of the query. */
  readonly lead?: ReactNode;
  /** Content between the toolbar and the rows: for example the active conditions. */
  readonly note?: ReactNode;
  /** Left end of the toolbar: for example the number of rows. */
  readonly caption?: ReactNode;
  /**
   * Commands of the selection, in an area that is reserved while no row is selected. Screens without it show
   * the commands elsewhere.
   */
  readonly selection?: SelectionBar;
  /** Right end of the toolbar, before the choice of columns. */
  readonly tools?: ReactNode;
}

/** Commands of the selected rows, above the rows. */
export interface SelectionBar {
  /** Null: no row is selected. */
  readonly bar: ReactNode;
  /** Hint while no row is selected; default: that rows can be selected. */
  readonly hint?: ReactNode;
}

/** Whether a column is right-aligned and never cut, as part of a number would be another number. */
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
/** Width change in pixels of one step of the menu. */
export const WIDTH_STEP_PX = 24;

/** Height of a row in pixels by layout: one line, two lines, or a card; must equal grid.css and card.css. */
export const HEIGHTS = { low: 34, tall: 50, cards: 148 } as const;
export type Shape = keyof typeof HEIGHTS;
