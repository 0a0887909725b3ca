import type { IntlShape } from 'react-intl';
import { copy } from '../copy.ts';
import type { Formatter, Value } from '../formats.ts';
import { fitWidth } from './fit.ts';
import type { Cursor } from './cursor.ts';
import type { Commands } from './keys.ts';
import type { Step } from './order.ts';
import { nextSort } from './sorted.ts';
import type { Slot } from './slot.ts';
import type { Branch } from './tree.ts';
import type { GridColumn, GridProps } from './types.ts';
import type { useColumns } from './use-columns.ts';
import { cellAt, type useCursor } from './use-cursor.ts';
import type { useSelection } from './use-selection.ts';
import { fullTextOf } from './overflow-text.ts';

/** The open menu or popover, and the cell at which it is placed. */
export type Open<Row> =
  | { readonly kind: 'column'; readonly column: GridColumn<Row>; readonly anchor: HTMLElement }
  | { readonly kind: 'row'; readonly row: Row; readonly anchor: HTMLElement }
  | { readonly kind: 'whole'; readonly label: string; readonly text: string; readonly anchor: HTMLElement };

/** State and callbacks of a grid on which the commands of keys, clicks and menus operate. */
export interface GridAccess<Row extends object> {
  readonly props: GridProps<Row>;
  readonly intl: IntlShape;
  readonly format: Formatter;
  /** Id of the grid's element. */
  readonly id: string;
  readonly slots: readonly Slot<Row>[];
  readonly visible: readonly GridColumn<Row>[];
  /** The shown rows, in order. */
  readonly shown: readonly Row[];
  /** Position of a row in the tree; null: the grid is no tree. */
  readonly branch: ((row: Row) => Branch) | null;
  readonly arrange: Pick<ReturnType<typeof useColumns<Row>>, 'step' | 'setWidth' | 'resetWidth'>;
  readonly cursor: Pick<ReturnType<typeof useCursor>, 'grab'>;
  readonly selection: Pick<ReturnType<typeof useSelection<Row>>, 'select' | 'selectAll'>;
  readonly open: (open: Open<Row>) => void;
  /** Announces a sentence to screen readers. */
  readonly announce: (sentence: string) => void;
}

export interface GridCommands<Row> extends Commands {
  readonly resize: (column: GridColumn<Row>, wanted: number | 'fit' | 'reset') => void;
  readonly stepField: (field: string, step: Step) => void;
  readonly hide: (column: GridColumn<Row>) => void;
}

/** The column of a slot index; undefined for the slots of selection boxes and actions. */
export const columnAt = <Row>(slots: readonly Slot<Row>[], place: number): GridColumn<Row> | undefined => {
  const slot = slots[place];
  return slot?.kind === 'data' ? slot.column : undefined;
};

/** The row at a cursor row: of the data (from 1), or the totals below them. */
const rowAt = <Row extends object>({ shown, props }: GridAccess<Row>, at: number): Row | undefined =>
  at > shown.length ? props.totals?.row : shown[at - 1];

const elementAt = <Row extends object>({ id }: GridAccess<Row>, at: Cursor): HTMLElement | null =>
  cellAt(document.getElementById(id), at);

/** Moves a column, moves the cursor with it, and announces the column's new position. */
const stepColumn = <Row extends object>(
  { arrange, cursor, slots, visible, intl, announce }: GridAccess<Row>,
  field: string,
  step: Step,
): void => {
  const place = arrange.step(field, step);
  if (place === null) return;
  cursor.grab({ row: 0, column: place + slots.findIndex(slot => slot.kind === 'data') });
  announce(
    intl.formatMessage(
      { id: 'grid.moved' },
      {
        column: visible.find(column => column.field === field)?.label,
        place: place + 1,
        count: visible.length,
      },
    ),
  );
};

const createColumnCommands = <Row extends object>(access: GridAccess<Row>) => {
  const { props, slots, shown, arrange, cursor, format, open } = access;
  const { sort = null, onSort } = props;
  return {
    sort: place => {
      const column = columnAt(slots, place);
      if (column?.sortable === true) onSort?.(nextSort(column, sort));
    },
    openHeader: place => {
      const [column, anchor] = [columnAt(slots, place), elementAt(access, { row: 0, column: place })];
      if (column !== undefined && anchor !== null) open({ kind: 'column', column, anchor });
    },
    step: (place, towards) => stepColumn(access, columnAt(slots, place)?.field ?? '', towards),
    stepField: (field, step) => stepColumn(access, field, step),
    hide: column => {
      props.onHidden?.([...(props.hidden ?? []), column.field]);
      // The focused header disappears; the focus moves to the next one at its position.
      cursor.grab({ row: 0, column: slots.findIndex(slot => slot.name === column.field) });
    },
    resize: (column, wanted) => {
      if (wanted === 'reset') arrange.resetWidth(column.field);
      else arrange.setWidth(column.field, wanted === 'fit' ? fitWidth(column, shown, format) : wanted);
    },
  } satisfies Partial<GridCommands<Row>>;
};

/** Expands or collapses an outer row; returns whether its state changed. */
const foldRow = <Row extends object>(
  { props: { tree, rowKey }, shown, branch }: GridAccess<Row>,
  at: number,
  wanted: Parameters<Commands['fold']>[1],
): boolean => {
  const row = shown[at - 1];
  if (row === undefined || tree === undefined) return false;
  const expanded = branch?.(row).expanded ?? null;
  if (expanded === null || wanted === (expanded ? 'open' : 'closed')) return false;
  tree.onFold(rowKey(row));
  return true;
};

const createRowCommands = <Row extends object>(access: GridAccess<Row>) => {
  const { props, shown, selection, open } = access;
  const { link } = props;
  return {
    openActions: at => {
      const [row, anchor] = [shown[at.row - 1], elementAt(access, at)];
      if (row !== undefined && anchor !== null) open({ kind: 'row', row, anchor });
    },
    openRow: ({ row: at }) => {
      const row = shown[at - 1];
      if (link === undefined || row === undefined || link.to(row) === null) return false;
      link.open(row);
      return true;
    },
    select: (row, reaching) => selection.select(row - 1, reaching),
    selectAll: selection.selectAll,
    fold: (at, wanted) => foldRow(access, at, wanted),
  } satisfies Partial<GridCommands<Row>>;
};

const createCellCommands = <Row extends object>(access: GridAccess<Row>) => {
  const { props, slots, open } = access;
  const { onCopied, drillDown } = props;
  return {
    openFigure: at => {
      const [column, row] = [columnAt(slots, at.column), rowAt(access, at.row)];
      if (
        drillDown === undefined ||
        column === undefined ||
        row === undefined ||
        !drillDown.has(row, column.field)
      )
        return false;
      drillDown.open(row, column.field);
      return true;
    },
    openFullText: at => {
      const [column, anchor] = [columnAt(slots, at.column), elementAt(access, at)];
      const text = anchor === null ? null : fullTextOf(anchor);
      if (at.row === 0 || column === undefined || anchor === null || text === null) return false;
      open({ kind: 'whole', label: column.label, text, anchor });
      return true;
    },
    copy: at => {
      const [column, row] = [columnAt(slots, at.column), rowAt(access, at.row)];
      const value = column === undefined || row === undefined ? null : (row[column.field] as Value);
      if (value !== null && value !== undefined && value !== '')
        void copy(String(value)).then(
          () => onCopied?.(true),
          () => onCopied?.(false),
        );
    },
  } satisfies Partial<GridCommands<Row>>;
};

/** Creates all commands of a grid. */
export const createCommands = <Row extends object>(access: GridAccess<Row>): GridCommands<Row> => ({
  grab: access.cursor.grab,
  ...createColumnCommands(access),
  ...createRowCommands(access),
  ...createCellCommands(access),
});
