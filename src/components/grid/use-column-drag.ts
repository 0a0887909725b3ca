import { useCallback, useLayoutEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { dragColumn } from './drag.ts';
import type { Placed } from './places.ts';

/**
 * Drag of a header: the field before which it would be dropped (null: at the end), and the x of that position
 * in pixels from the left of the sheet.
 */
export interface DropTarget {
  readonly field: string;
  readonly before: string | null;
  readonly left: number;
}

/** The drop position for an x on the sheet; `nextField` returns the field after the last rendered column. */
export const targetAt = <Row>(
  placed: readonly Placed<Row>[],
  x: number,
  nextField: (name: string) => string | null,
): Omit<DropTarget, 'field'> | null => {
  const movable = placed.filter(slot => slot.kind === 'data' && slot.stickySide === null);
  const next = movable.find(slot => x < slot.left + slot.width / 2);
  if (next !== undefined) return { before: next.name, left: next.left };
  const last = movable.at(-1);
  return last === undefined ? null : { before: nextField(last.name), left: last.left + last.width };
};

/**
 * State of dragging a header. `wasCarried` reports that a click ended a drag and is no click on the header.
 */
export const useColumnDrag = <Row>(
  scroll: RefObject<HTMLDivElement | null>,
  placed: readonly Placed<Row>[],
  nextField: (name: string) => string | null,
  onDrop: (field: string, before: string | null) => void,
) => {
  const [carried, set] = useState<DropTarget | null>(null);
  const latest = useRef<DropTarget | null>(null);
  const now = useRef({ placed, nextField, onDrop });
  useLayoutEffect(() => {
    now.current = { placed, nextField, onDrop };
  });

  const start = useCallback(
    (event: PointerEvent<HTMLElement>): void => {
      const sheet = scroll.current;
      const header = (event.target as HTMLElement).closest<HTMLElement>('[data-movable]');
      const field = header?.dataset['column'];
      if (
        sheet === null ||
        field === undefined ||
        event.button !== 0 ||
        (event.target as HTMLElement).closest('[data-edge]') !== null
      )
        return;
      const setTarget = (next: DropTarget | null) => {
        latest.current = next;
        set(next);
      };
      dragColumn(event, sheet, {
        over: x => {
          const target = targetAt(
            now.current.placed,
            x - sheet.getBoundingClientRect().left + sheet.scrollLeft,
            now.current.nextField,
          );
          if (
            target === null ||
            (target.before === latest.current?.before && target.left === latest.current.left)
          )
            return;
          setTarget({ field, ...target });
        },
        dropped: () => {
          if (latest.current !== null) now.current.onDrop(field, latest.current.before);
        },
        ended: () => setTarget(null),
      });
    },
    [scroll],
  );
  return { carried, start, wasCarried: () => latest.current !== null };
};
