import type { IntlShape } from 'react-intl';
import { copy } from '../copy.ts';
import type { Formatter, Value } from '../formats.ts';
import { fitWidth } from './fit.ts';
import type { Commands } from './keys.ts';
import type { Step } from './order.ts';
import { nextSort } from './sorted.ts';
import type { Slot } from './slot.ts';
import type { Branch } from './tree.ts';
import type { GridColumn, GridProps } from './types.ts';
import type { useColumns } from './use-columns.ts';
import { cellAt, type useCursor } from './use-cursor.ts';
import type { usePicking } from './use-picking.ts';
import { wholeOf } from './overflow-text.ts';

/** A small menu that is open, and the cell that it hangs from. */
export type Open<Row> =
  | { readonly kind: 'column'; readonly column: GridColumn<Row>; readonly anchor: HTMLElement }
  | { readonly kind: 'row'; readonly row: Row; readonly anchor: HTMLElement }
  | { readonly kind: 'whole'; readonly label: string; readonly text: string; readonly anchor: HTMLElement };

/** All that keys, clicks and menus work on. */
export interface Site<Row extends object> {
  readonly props: GridProps<Row>;
  readonly intl: IntlShape;
  readonly format: Formatter;
  /** Of the element that is the grid. */
  readonly id: string;
  readonly slots: readonly Slot<Row>[];
  readonly visible: readonly GridColumn<Row>[];
  /** The rows that are shown, in order. */
  readonly shown: readonly Row[];
  /** How a row stands in the tree, where there is one. */
  readonly branch: ((row: Row) => Branch) | null;
  readonly arrange: Pick<ReturnType<typeof useColumns<Row>>, 'step' | 'setWidth' | 'resetWidth'>;
  readonly cursor: Pick<ReturnType<typeof useCursor>, 'grab'>;
  readonly picking: Pick<ReturnType<typeof usePicking<Row>>, 'pick' | 'pickAll'>;
  readonly open: (open: Open<Row>) => void;
  /** Says a sentence to those who do not see what happened. */
  readonly say: (sentence: string) => void;
}

export interface Acts<Row> extends Commands {
  readonly resize: (column: GridColumn<Row>, wanted: number | 'fit' | 'reset') => void;
  readonly stepField: (field: string, step: Step) => void;
  readonly hide: (column: GridColumn<Row>) => void;
}

/** The column of a place, where it has one. */
export const columnAt = <Row>(slots: readonly Slot<Row>[], place: number): GridColumn<Row> | undefined => {
  const slot = slots[place];
  return slot?.kind === 'data' ? slot.column : undefined;
};

/** What can be done to a grid, in the words of its keys. */
export const actsOf = <Row extends object>({
  props,
  intl,
  format,
  id,
  slots,
  visible,
  shown,
  branch,
  arrange,
  cursor,
  picking,
  open,
  say,
}: Site<Row>): Acts<Row> => {
  const { sort = null, onSort, link, totals, onCopied, tree, rowKey, behind } = props;
  const stepField = (field: string, step: Step): void => {
    const place = arrange.step(field, step);
    if (place === null) return;
    cursor.grab({ row: 0, column: place + slots.findIndex(slot => slot.kind === 'data') });
    say(
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
  const rowAt = (at: number): Row | undefined => (at > shown.length ? totals?.row : shown[at - 1]);
  return {
    grab: cursor.grab,
    sort: place => {
      const column = columnAt(slots, place);
      if (column?.sortable === true) onSort?.(nextSort(column, sort));
    },
    openHeader: place => {
      const [column, anchor] = [
        columnAt(slots, place),
        cellAt(document.getElementById(id), { row: 0, column: place }),
      ];
      if (column !== undefined && anchor !== null) open({ kind: 'column', column, anchor });
    },
    openActions: at => {
      const [row, anchor] = [shown[at.row - 1], cellAt(document.getElementById(id), at)];
      if (row !== undefined && anchor !== null) open({ kind: 'row', row, anchor });
    },
    openRow: ({ row: at }) => {
      const row = shown[at - 1];
      if (link === undefined || row === undefined || link.to(row) === null) return false;
      link.open(row);
      return true;
    },
    openFigure: at => {
      const [column, row] = [columnAt(slots, at.column), rowAt(at.row)];
      if (behind === undefined || column === undefined || row === undefined || !behind.has(row, column.field))
        return false;
      behind.open(row, column.field);
      return true;
    },
    openWhole: at => {
      const [column, anchor] = [columnAt(slots, at.column), cellAt(document.getElementById(id), at)];
      const text = anchor === null ? null : wholeOf(anchor);
      if (at.row === 0 || column === undefined || anchor === null || text === null) return false;
      open({ kind: 'whole', label: column.label, text, anchor });
      return true;
    },
    step: (place, towards) => stepField(columnAt(slots, place)?.field ?? '', towards),
    stepField,
    hide: column => {
      props.onHidden?.([...(props.hidden ?? []), column.field]);
      // The header goes; the focus stays in its place.
      cursor.grab({ row: 0, column: slots.findIndex(slot => slot.name === column.field) });
    },
    copy: at => {
      const [column, row] = [columnAt(slots, at.column), rowAt(at.row)];
      const value = column === undefined || row === undefined ? null : (row[column.field] as Value);
      if (value !== null && value !== undefined && value !== '')
        void copy(String(value)).then(
          () => onCopied?.(true),
          () => onCopied?.(false),
        );
    },
    pick: (row, reaching) => picking.pick(row - 1, reaching),
    pickAll: picking.pickAll,
    fold: (at, wanted) => {
      const row = shown[at - 1];
      const expanded = row === undefined ? null : (branch?.(row).expanded ?? null);
      if (
        row === undefined ||
        tree === undefined ||
        expanded === null ||
        (wanted === 'open' && expanded) ||
        (wanted === 'closed' && !expanded)
      )
        return false;
      tree.onFold(rowKey(row));
      return true;
    },
    resize: (column, wanted) => {
      if (wanted === 'reset') arrange.resetWidth(column.field);
      else arrange.setWidth(column.field, wanted === 'fit' ? fitWidth(column, shown, format) : wanted);
    },
  };
};
