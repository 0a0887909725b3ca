import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useControlled } from './controlled.ts';
import { arranged, placedBefore, stepped, type Step } from './order.ts';
import { OWN_WIDTH_PX, slotsOf, type Slot } from './slot.ts';
import { useShownColumns } from './table.ts';
import { NARROWEST, WIDEST, type GridColumn, type GridProps, type Widths } from './types.ts';

type ColumnOptions<Row extends object> = Pick<
  GridProps<Row>,
  | 'columns'
  | 'hidden'
  | 'order'
  | 'onOrder'
  | 'widths'
  | 'onWidths'
  | 'pinned'
  | 'onPinned'
  | 'onSelect'
  | 'actions'
>;

const NO_FIELDS: readonly string[] = [];
const NO_WIDTHS: Widths = {};

/** Widths of columns in pixels; while an edge is dragged they change locally, and are reported on release. */
const useColumnWidths = <Row extends object>({ widths: controlled, onWidths }: ColumnOptions<Row>) => {
  const [widths, setWidths] = useControlled(controlled, onWidths, NO_WIDTHS);
  const [dragged, setDragged] = useState<Widths>(NO_WIDTHS);
  const present = useMemo(() => ({ ...widths, ...dragged }), [widths, dragged]);
  const setWidth = (field: string, wanted: number): void =>
    setWidths({ ...widths, [field]: Math.round(Math.max(NARROWEST, Math.min(WIDEST, wanted))) });
  const resetWidth = (field: string): void =>
    setWidths(Object.fromEntries(Object.entries(widths).filter(([name]) => name !== field)));
  // Keeps the callback's identity stable, as headers are memoised.
  const latest = useRef(setWidth);
  useLayoutEffect(() => {
    latest.current = setWidth;
  });
  const dragWidth = useCallback((field: string, wanted: number, final: boolean): void => {
    setDragged(final ? NO_WIDTHS : { [field]: wanted });
    if (final) latest.current(field, wanted);
  }, []);
  return { present, setWidth, resetWidth, dragWidth };
};

/**
 * Commands that move columns.
 * @param fields all movable fields in order, without the row name
 * @param shownFields those of them that are shown
 */
const createMoves = (
  fields: readonly string[],
  shownFields: readonly string[],
  setOrder: (order: readonly string[]) => void,
) => ({
  /** Returns the column's new index among the shown columns, the name being 0; null: it cannot move. */
  step: (field: string, step: Step): number | null => {
    const next = stepped(fields, shownFields, field, step);
    if (next === null) return null;
    setOrder(next);
    return next.filter(name => shownFields.includes(name)).indexOf(field) + 1;
  },
  moveBefore: (field: string, before: string | null) => {
    const next = placedBefore(fields, field, before);
    if (next.join() !== fields.join()) setOrder(next);
  },
  canStep: (field: string, step: Step) => stepped(fields, shownFields, field, step) !== null,
  fieldAfter: (field: string): string | null => shownFields[shownFields.indexOf(field) + 1] ?? null,
});

/** State of the columns (visibility, order, widths, pin) and the commands that change it. */
export const useColumns = <Row extends object>(props: ColumnOptions<Row>) => {
  const { columns, hidden = NO_FIELDS, onSelect, actions = NO_FIELDS } = props;
  const [order, setOrder] = useControlled(props.order, props.onOrder, NO_FIELDS);
  const [pinned, pin] = useControlled(props.pinned, props.onPinned, null);
  const { present, ...widths } = useColumnWidths(props);
  const shown = useShownColumns({ columns, order, hidden, widths: present });
  const selectable = onSelect !== undefined;
  const acting = actions.length > 0;
  const visible = useMemo(() => shown.map(({ column }) => column), [shown]);
  const slots = useMemo(() => slotsOf(visible, selectable, acting), [visible, selectable, acting]);
  const widthByName = useMemo(
    () => new Map(shown.map(({ column, width }) => [column.field as string, width])),
    [shown],
  );
  const widthOf = useCallback(
    (slot: Slot<Row>): number => (slot.kind === 'data' ? (widthByName.get(slot.name) ?? 0) : OWN_WIDTH_PX),
    [widthByName],
  );
  const fieldsAfterName = (of: readonly GridColumn<Row>[]): readonly string[] =>
    of.slice(1).map(({ field }) => field);
  const moves = createMoves(fieldsAfterName(arranged(columns, order)), fieldsAfterName(visible), setOrder);
  return { slots, visible, widthOf, pinned, pin, ...widths, ...moves };
};
