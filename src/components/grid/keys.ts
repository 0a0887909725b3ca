import type { KeyboardEvent } from 'react';
import { isComposing } from '../composing.ts';
import { move, type Cursor, type Extent } from './cursor.ts';
import type { Step } from './order.ts';
import type { Slot } from './slot.ts';

/** Commands of the keys; `false`: nothing was done, and the browser handles the key. */
export interface Commands {
  readonly grab: (to: Cursor) => void;
  readonly sort: (slot: number) => void;
  readonly openHeader: (slot: number) => void;
  readonly step: (slot: number, step: Step) => void;
  readonly openRow: (at: Cursor) => boolean;
  /** Opens the drill-down of a cell's figure. */
  readonly openFigure: (at: Cursor) => boolean;
  /** Shows the full text of a truncated cell. */
  readonly openFullText: (at: Cursor) => boolean;
  readonly openActions: (at: Cursor) => void;
  readonly copy: (at: Cursor) => void;
  /** `reaching`: selects all rows from the last selected one. */
  readonly select: (row: number, reaching: boolean) => boolean;
  readonly selectAll: () => boolean;
  /** Expands or collapses the inner rows of a row. */
  readonly fold: (row: number, wanted: 'open' | 'closed' | 'turned') => boolean;
}

export interface Place {
  readonly at: Cursor;
  readonly extent: Extent;
  /** Number of data rows; rows after them are totals. */
  readonly rows: number;
  /** Number of visible rows. */
  readonly page: number;
  readonly kind: Slot<never>['kind'] | undefined;
  /** The cursor is on the row's name. */
  readonly named: boolean;
}

const WIDGET = 'a, button, input';

const isPress = (key: string): boolean => key === 'Enter' || key === ' ';
const isSideways = (key: string): boolean => key === 'ArrowLeft' || key === 'ArrowRight';
const isUpOrDown = (key: string): boolean => key === 'ArrowUp' || key === 'ArrowDown';
const hasCtrl = ({ ctrlKey, metaKey }: KeyboardEvent): boolean => ctrlKey || metaKey;

const pressHeader = (event: KeyboardEvent, { at, kind }: Place, act: Commands): boolean => {
  const { key, altKey } = event;
  if (kind === 'select') return isPress(key) && act.selectAll();
  if (kind !== 'data') return false;
  if (altKey && key === 'ArrowDown') act.openHeader(at.column);
  else if (hasCtrl(event) && event.shiftKey && isSideways(key))
    act.step(at.column, key === 'ArrowLeft' ? 'left' : 'right');
  else if (!altKey && isPress(key)) act.sort(at.column);
  else return false;
  return true;
};

/** Adds the row above or below to the selection, and moves the cursor to it. */
const reachRow = (key: string, { at, rows }: Place, act: Commands): boolean => {
  const row = at.row + (key === 'ArrowDown' ? 1 : -1);
  if (row < 1 || row > rows || !act.select(row, true)) return false;
  act.grab({ ...at, row });
  return true;
};

/** Enter in a row; its effect depends on the slot. */
const enterRow = (shiftKey: boolean, { at, kind }: Place, act: Commands): boolean => {
  if (kind === 'select') return act.select(at.row, shiftKey);
  if (kind !== 'actions') return act.openRow(at) || act.fold(at.row, 'turned') || act.openFullText(at);
  act.openActions(at);
  return true;
};

const pressRow = (event: KeyboardEvent, place: Place, act: Commands): boolean => {
  const { key, shiftKey } = event;
  const { at, kind, rows, named } = place;
  const isPlain = !hasCtrl(event);
  const isEnter = key === 'Enter' && isPlain;
  if (isEnter && kind === 'data' && act.openFigure(at)) return true;
  if (at.row > rows) return false;
  if (named && isPlain && !shiftKey && isSideways(key))
    return act.fold(at.row, key === 'ArrowRight' ? 'open' : 'closed');
  if (key === ' ') return act.select(at.row, shiftKey);
  if (shiftKey && isUpOrDown(key)) return reachRow(key, place, act);
  return isEnter && enterRow(shiftKey, place, act);
};

/** F2: moves the focus into the cell. */
const enterCell = (cell: HTMLElement | null, at: Cursor, act: Commands): boolean => {
  const widget = cell?.querySelector<HTMLElement>(WIDGET) ?? null;
  if (widget === null) return act.openFullText(at);
  widget.focus();
  return true;
};

/** Keys with the same effect in every cell. */
const pressCell = (event: KeyboardEvent, { at, extent, page }: Place, act: Commands): boolean => {
  const ctrl = hasCtrl(event);
  if (ctrl && event.key === 'a') return act.selectAll();
  if (ctrl && event.key === 'c') {
    if (at.row === 0 || String(getSelection() ?? '') !== '') return false;
    act.copy(at);
    return true;
  }
  const next = move(at, { key: event.key, ctrl }, { ...extent, page });
  if (next === null) return false;
  // A double click may have selected text of the previous cell, which Ctrl+C would copy instead of the new
  // cell.
  getSelection()?.removeAllRanges();
  act.grab(next);
  return true;
};

/**
 * Handles a key by the ARIA grid pattern. F2 focuses a control inside the cell, or shows a truncated text in
 * full; Escape returns to the cell; inside, all other keys belong to the control.
 * @returns whether the grid handled the key
 */
export const press = (event: KeyboardEvent<HTMLElement>, place: Place, act: Commands): boolean => {
  if (isComposing(event)) return false;
  const target = event.target as HTMLElement;
  const cell = target.closest<HTMLElement>('[data-index]');
  if (cell !== target && target !== event.currentTarget) {
    if (cell === null || event.key !== 'Escape') return false;
    cell.focus();
    return true;
  }
  const { at } = place;
  if (event.key === 'F2') return enterCell(cell, at, act);
  if (at.row === 0 ? pressHeader(event, place, act) : !event.altKey && pressRow(event, place, act))
    return true;
  return !event.altKey && pressCell(event, place, act);
};
