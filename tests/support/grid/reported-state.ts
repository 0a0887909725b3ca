import type { Widths } from '../../../src/components/grid/types.ts';

export type GridRow = {
  readonly name: string;
  readonly id: string;
  readonly status: boolean;
  readonly day: string;
} & Readonly<Record<`figure${number}`, number>>;

/** What the grid has reported to its screen so far. */
export interface ReportedState {
  readonly order: readonly string[];
  readonly widths: Widths;
  readonly selected: readonly string[];
  readonly hidden: readonly string[];
  readonly quick: string;
  readonly ran: string[];
}

export interface GridPage {
  /** Replaces the rows: `count` rows starting with row `from`, of `total` on all pages. */
  readonly give: (rows: { readonly from: number; readonly count: number; readonly total?: number }) => void;
  readonly reportedState: () => ReportedState;
}

declare global {
  // oxlint-disable-next-line no-var -- a name in the page's global scope needs `var`
  var grid: GridPage | undefined;
}
