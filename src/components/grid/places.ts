import type { VirtualItem } from '@tanstack/react-virtual';
import { useMemo } from 'react';
import { OWN_WIDTH_PX, type Slot } from './slot.ts';
import { isFigures } from './types.ts';

/**
 * Slot of every row with its position and width in pixels. `index` counts all slots of a row; `stuck` slots
 * stay visible at that side.
 */
export type Placed<Row> = Slot<Row> & {
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly numeric: boolean;
  readonly stickySide: 'start' | 'end' | null;
};

/** Slots and settings that determine which columns are sticky. */
export interface Columns<Row> {
  readonly slots: readonly Slot<Row>[];
  readonly widthOf: (slot: Slot<Row>) => number;
  /** The screen is narrow: the width of row names is limited. */
  readonly narrow: boolean;
  /** Last pinned column; null: only the names of the rows are pinned. */
  readonly pinned: string | null;
}

const NARROW_NAME_WIDTH_PX = 148;
/** Width that the names leave at most to a figure which would otherwise lie below the actions. */
const MIN_NAME_WIDTH_PX = 100;
/** Minimum share of the width that scrolls. */
const MOVING_SHARE = 0.4;

/**
 * Number of leading slots that are sticky: selection box and row name, and further columns up to the pinned
 * one as far as they fit.
 * @param width available, in pixels
 */
export const stuckOf = <Row>(
  slots: readonly Slot<Row>[],
  widthOf: (slot: Slot<Row>) => number,
  pinned: string | null,
  width: number,
): number => {
  const least = slots[0]?.kind === 'select' ? 2 : 1;
  const wanted = slots.findIndex(slot => slot.kind === 'data' && slot.name === pinned) + 1;
  let taken = 0;
  const fitting = slots.slice(0, wanted).filter(slot => {
    taken += widthOf(slot);
    return taken <= width * (1 - MOVING_SHARE);
  });
  return Math.max(least, fitting.length);
};

/** Slots of a row in three parts: sticky at the left, scrolling, sticky at the right. */
export interface Parts<Row> {
  readonly slots: readonly Slot<Row>[];
  /** Number of slots that are sticky at the left. */
  readonly leading: number;
  readonly middle: readonly Slot<Row>[];
  /** Number of slots that are sticky at the right: 1 for actions, or 0. */
  readonly trailing: number;
  readonly stuckWidths: readonly number[];
}

const nameSlotOf = <Row>(slots: readonly Slot<Row>[]): Slot<Row> | undefined =>
  slots.find(slot => slot.kind === 'data');

/** Divides the slots of a row into sticky and scrolling ones. */
export const usePartsOf = <Row>(
  { slots, widthOf, narrow, pinned }: Columns<Row>,
  innerWidth: number,
): Parts<Row> => {
  const leading = stuckOf(slots, widthOf, narrow ? null : pinned, innerWidth);
  const trailing = slots.at(-1)?.kind === 'actions' ? 1 : 0;
  const middle = useMemo(() => slots.slice(leading, slots.length - trailing), [slots, leading, trailing]);
  const name = nameSlotOf(slots);
  // A narrow screen pins no columns: beside the names are the selection box, the actions and the first figure.
  const available =
    innerWidth - (leading - 1 + trailing) * OWN_WIDTH_PX - (middle[0] ? widthOf(middle[0]) : 0);
  const stuckWidths = slots
    .slice(0, leading)
    .map(slot =>
      slot === name && narrow
        ? Math.min(widthOf(slot), NARROW_NAME_WIDTH_PX, available < MIN_NAME_WIDTH_PX ? Infinity : available)
        : widthOf(slot),
    );
  return { slots, leading, middle, trailing, stuckWidths };
};

/**
 * The rendered slots of a row with their positions.
 * @param items rendered ones of the scrolling part
 * @param content width of all slots, in pixels
 * @param spare width added to the column of row names, in pixels
 */
export const placesOf = <Row>(
  { slots, leading, middle, trailing, stuckWidths }: Parts<Row>,
  items: readonly VirtualItem[],
  content: number,
  spare: number,
): readonly Placed<Row>[] => {
  const place = (
    slot: Slot<Row>,
    index: number,
    left: number,
    width: number,
    stickySide: Placed<Row>['stickySide'] = null,
  ): Placed<Row> => ({
    ...slot,
    index,
    left,
    width,
    stickySide,
    numeric: slot.kind === 'data' && isFigures(slot.column),
  });
  const name = nameSlotOf(slots);
  if (name === undefined) return [];
  const last = slots.at(-1);
  let left = 0;
  return [
    ...slots.slice(0, leading).map((slot, index) => {
      const width = (stuckWidths[index] ?? 0) + (slot === name ? spare : 0);
      left += width;
      return place(slot, index, left - width, width, 'start');
    }),
    ...items.flatMap(item => {
      const slot = middle[item.index];
      return slot === undefined ? [] : [place(slot, item.index + leading, item.start + spare, item.size)];
    }),
    ...(trailing === 1 && last !== undefined
      ? [place(last, slots.length - 1, content + spare - OWN_WIDTH_PX, OWN_WIDTH_PX, 'end')]
      : []),
  ];
};
