import type { GridColumn } from './types.ts';

/** A place in every row: a column of the data, or one of the grid's own before and behind them. */
export type Slot<Row> =
  | { readonly kind: 'data'; readonly name: string; readonly column: GridColumn<Row> }
  | { readonly kind: 'pick'; readonly name: string }
  | { readonly kind: 'actions'; readonly name: string };

// No field of ours begins with a sign.
const PICK: Slot<never> = { kind: 'pick', name: '+pick' };
const ACTIONS: Slot<never> = { kind: 'actions', name: '+actions' };

/**
 * The grid columns of a row from the left. The names of rows come first, after the selection box; actions
 * come last.
 */
export const slotsOf = <Row>(
  columns: readonly GridColumn<Row>[],
  picking: boolean,
  acting: boolean,
): readonly Slot<Row>[] => [
  ...(picking ? [PICK] : []),
  ...columns.map((column): Slot<Row> => ({ kind: 'data', name: column.field, column })),
  ...(acting ? [ACTIONS] : []),
];

/** Their width where they are the grid's own. */
export const OWN_WIDTH = 40;
