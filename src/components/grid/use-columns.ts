import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useHeld } from './controlled.ts';
import { arranged, placedBefore, stepped, type Step } from './order.ts';
import { OWN_WIDTH, slotsOf, type Slot } from './slot.ts';
import { useShownColumns } from './table.ts';
import { NARROWEST, WIDEST, type GridProps, type Widths } from './types.ts';

type Question<Row extends object> = Pick<
  GridProps<Row>,
  | 'columns'
  | 'hidden'
  | 'order'
  | 'onOrder'
  | 'widths'
  | 'onWidths'
  | 'pinned'
  | 'onPinned'
  | 'onPicked'
  | 'actions'
>;

const NO_FIELDS: readonly string[] = [];
const NO_WIDTHS: Widths = {};

/** Which columns are shown, in which order and how wide, and what changes that. */
export const useColumns = <Row extends object>({
  columns,
  hidden = NO_FIELDS,
  order: givenOrder,
  onOrder,
  widths: givenWidths,
  onWidths,
  pinned: givenPinned,
  onPinned,
  onPicked,
  actions,
}: Question<Row>) => {
  const [order, setOrder] = useHeld(givenOrder, onOrder, NO_FIELDS);
  const [widths, setWidths] = useHeld(givenWidths, onWidths, NO_WIDTHS);
  const [pinned, pin] = useHeld(givenPinned, onPinned, null);
  /** An edge that is being dragged: told when it is released, seen at once. */
  const [dragged, setDragged] = useState<Widths>(NO_WIDTHS);
  const present = useMemo(() => ({ ...widths, ...dragged }), [widths, dragged]);
  const shown = useShownColumns({ columns, order, hidden, widths: present });
  const picking = onPicked !== undefined;
  const acting = actions !== undefined && actions.length > 0;
  const slots = useMemo(
    () =>
      slotsOf(
        shown.map(({ column }) => column),
        picking,
        acting,
      ),
    [shown, picking, acting],
  );
  const visible = useMemo(() => shown.map(({ column }) => column), [shown]);
  const widthByName = useMemo(
    () => new Map(shown.map(({ column, width }) => [column.field as string, width])),
    [shown],
  );
  const widthOf = useCallback(
    (slot: Slot<Row>): number => (slot.kind === 'data' ? (widthByName.get(slot.name) ?? 0) : OWN_WIDTH),
    [widthByName],
  );

  // The name is not in the order: nothing moves it.
  const fields = (): readonly string[] =>
    arranged(columns, order)
      .slice(1)
      .map(({ field }) => field);
  const shownFields = visible.slice(1).map(({ field }) => field);
  const setWidth = (field: string, wanted: number): void =>
    setWidths({ ...widths, [field]: Math.round(Math.max(NARROWEST, Math.min(WIDEST, wanted))) });
  const acts = {
    setWidth,
    resetWidth: (field: string) =>
      setWidths(Object.fromEntries(Object.entries(widths).filter(([name]) => name !== field))),
    dragWidth: (field: string, wanted: number, final: boolean) => {
      setDragged(final ? NO_WIDTHS : { [field]: wanted });
      if (final) setWidth(field, wanted);
    },
    /**
     * Answers at which place among the shown columns it stands then, the name being 0; null where it could
     * not go.
     */
    step: (field: string, step: Step): number | null => {
      const next = stepped(fields(), shownFields, field, step);
      if (next === null) return null;
      setOrder(next);
      return next.filter(name => shownFields.some(shownField => shownField === name)).indexOf(field) + 1;
    },
    moveBefore: (field: string, before: string | null) => {
      const now = fields();
      const next = placedBefore(now, field, before);
      if (next.join() !== now.join()) setOrder(next);
    },
    canStep: (field: string, step: Step) => stepped(fields(), shownFields, field, step) !== null,
    /** The field that is shown after another one. */
    behind: (field: string): string | null =>
      shownFields[shownFields.findIndex(name => name === field) + 1] ?? null,
  };
  // Headers are drawn again only when they change, so what they call must not.
  const latest = useRef(acts);
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const dragWidth = useCallback(
    (field: string, wanted: number, final: boolean) => latest.current.dragWidth(field, wanted, final),
    [],
  );
  return { slots, visible, widthOf, pinned, pin, ...acts, dragWidth };
};
