import type { GridColumn } from './types.ts';

/**
 * One cell position in every row: a column of the data, or the selection box or actions before and after
 * them.
 */
export type Slot<Row> =
  | { readonly kind: 'data'; readonly name: string; readonly column: GridColumn<Row> }
  | { readonly kind: 'select'; readonly name: string }
  | { readonly kind: 'actions'; readonly name: string };

// Names with a sign, which no field name begins with.
const SELECT: Slot<never> = { kind: 'select', name: '+select' };
const ACTIONS: Slot<never> = { kind: 'actions', name: '+actions' };

/** Slots of a row from the left: selection box, columns (the first names the row), actions. */
export const slotsOf = <Row>(
  columns: readonly GridColumn<Row>[],
  selectable: boolean,
  acting: boolean,
): readonly Slot<Row>[] => [
  ...(selectable ? [SELECT] : []),
  ...columns.map((column): Slot<Row> => ({ kind: 'data', name: column.field, column })),
  ...(acting ? [ACTIONS] : []),
];

/** Width in pixels of the slots of selection box and actions. */
export const OWN_WIDTH_PX = 40;
