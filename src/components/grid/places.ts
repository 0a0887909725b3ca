import type { VirtualItem } from '@tanstack/react-virtual';
import { useMemo } from 'react';
import { OWN_WIDTH, type Slot } from './slot.ts';
import { isFigures } from './types.ts';

/**
 * A place of every row on the sheet, in pixels from its left. `index` counts the places of a row; `stuck`
 * ones stay in view at their side.
 */
export type Placed<Row> = Slot<Row> & {
  readonly index: number;
  readonly left: number;
  readonly width: number;
  readonly numeric: boolean;
  readonly stuck: 'start' | 'end' | null;
};

/** The columns of a sheet, as far as it depends on them what stays in view. */
export interface Columns<Row> {
  readonly slots: readonly Slot<Row>[];
  readonly widthOf: (slot: Slot<Row>) => number;
  /** The names of rows may not take more than their share of a narrow screen. */
  readonly narrow: boolean;
  /** The last column that stays in view; null: the names of the rows alone. */
  readonly pinned: string | null;
}

const NARROW_NAME = 148;
/** What stays in view leaves at least this share of the room to what moves under it. */
const MOVING_SHARE = 0.4;

/**
 * How many places at the left stay in view: what picks rows and their names always, and the columns up to the
 * one that is pinned, as far as there is room.
 *
 * @param width of the room, in pixels
 */
export const stuckOf = <Row>(
  slots: readonly Slot<Row>[],
  widthOf: (slot: Slot<Row>) => number,
  pinned: string | null,
  width: number,
): number => {
  const least = slots[0]?.kind === 'pick' ? 2 : 1;
  const wanted = slots.findIndex(slot => slot.kind === 'data' && slot.name === pinned) + 1;
  let taken = 0;
  const fitting = slots.slice(0, wanted).filter(slot => {
    taken += widthOf(slot);
    return taken <= width * (1 - MOVING_SHARE);
  });
  return Math.max(least, fitting.length);
};

/** The places of a row in three parts: stuck at the left, moving in the middle, stuck at the right. */
export interface Parts<Row> {
  readonly slots: readonly Slot<Row>[];
  /** How many places are stuck at the left. */
  readonly leading: number;
  readonly middle: readonly Slot<Row>[];
  /** How many places are stuck at the right: the actions, or none. */
  readonly trailing: number;
  readonly stuckWidths: readonly number[];
}

const nameSlotOf = <Row>(slots: readonly Slot<Row>[]): Slot<Row> | undefined =>
  slots.find(slot => slot.kind === 'data');

/** Divides the places of a row by what stays in view. */
export const usePartsOf = <Row>(
  { slots, widthOf, narrow, pinned }: Columns<Row>,
  innerWidth: number,
): Parts<Row> => {
  const leading = stuckOf(slots, widthOf, narrow ? null : pinned, innerWidth);
  const trailing = slots.at(-1)?.kind === 'actions' ? 1 : 0;
  const middle = useMemo(() => slots.slice(leading, slots.length - trailing), [slots, leading, trailing]);
  const name = nameSlotOf(slots);
  const stuckWidths = slots
    .slice(0, leading)
    .map(slot => (slot === name && narrow ? Math.min(widthOf(slot), NARROW_NAME) : widthOf(slot)));
  return { slots, leading, middle, trailing, stuckWidths };
};

/**
 * Where the drawn places of a row are.
 *
 * @param items of the middle that are drawn
 * @param content the width of all places, in pixels
 * @param spare what the names of the rows take beyond their own width, in pixels
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
    stuck: Placed<Row>['stuck'] = null,
  ): Placed<Row> => ({
    ...slot,
    index,
    left,
    width,
    stuck,
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
      ? [place(last, slots.length - 1, content + spare - OWN_WIDTH, OWN_WIDTH, 'end')]
      : []),
  ];
};
