import type { MouseEvent } from 'react';
import { columnAt, type GridCommands } from './commands.ts';
import type { Cursor } from './cursor.ts';
import type { Slot } from './slot.ts';
import type { ClickDelay } from './use-click-delay.ts';
import { fullTextOf } from './overflow-text.ts';

/** The cell at the pointer. */
const hit = (
  event: MouseEvent,
): { readonly target: HTMLElement; readonly cell: HTMLElement; readonly at: Cursor } | null => {
  const target = event.target as HTMLElement;
  const cell = target.closest<HTMLElement>('[data-index]');
  return cell === null
    ? null
    : { target, cell, at: { row: Number(cell.dataset['row']), column: Number(cell.dataset['index']) } };
};

/** Touch has no hover, so a `title` would never be shown. */
const isFinger = ({ nativeEvent }: MouseEvent): boolean =>
  (nativeEvent as PointerEvent).pointerType === 'touch';

/**
 * Follows a row's link. Where the link text is an id, a double click copies it, so a single click waits for a
 * second one.
 */
const followLink = <Row>(
  event: MouseEvent,
  at: Cursor,
  isId: boolean,
  act: GridCommands<Row>,
  delay: ClickDelay,
): void => {
  // With a modifier key, the browser opens a tab or a window.
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  // Clicks of assistive technology have `detail` 0 and cannot be double clicks.
  if (!isId || event.detail === 0) {
    if (act.openRow(at)) event.preventDefault();
    return;
  }
  event.preventDefault();
  if (event.detail === 1) delay.start(() => act.openRow(at));
};

const clickSelectBox = <Row>({ row }: Cursor, reaching: boolean, act: GridCommands<Row>): void => {
  if (row === 0) act.selectAll();
  else act.select(row, reaching);
};

/** Opens a figure's drill-down unless the click selected text, which the user means to copy. */
const clickFigure = <Row>(at: Cursor, act: GridCommands<Row>): void => {
  if (String(getSelection() ?? '') === '') act.openFigure(at);
};

/** Handles a click: moves the cursor to the cell and runs the command of its slot. */
export const click = <Row>(
  event: MouseEvent<HTMLElement>,
  slots: readonly Slot<Row>[],
  act: GridCommands<Row>,
  point: (to: Cursor) => void,
  delay: ClickDelay,
): void => {
  delay.cancel();
  const place = hit(event);
  if (place === null || place.target.dataset['edge'] !== undefined) return;
  const { target, cell, at } = place;
  const kind = slots[at.column]?.kind;
  point(at);
  // The browser focused an element inside the cell; the grid's keys require the focus on the cell.
  if (document.activeElement !== cell) cell.focus({ preventScroll: true });
  if (target.closest('[data-fold]') !== null) act.fold(at.row, 'turned');
  else if (target.closest('a') !== null)
    followLink(event, at, columnAt(slots, at.column)?.format === 'id', act, delay);
  else if (kind === 'select') clickSelectBox(at, event.shiftKey, act);
  else if (kind === 'actions') act.openActions(at);
  else if (target.closest('[data-menu]') !== null) act.openHeader(at.column);
  else if (at.row === 0) act.sort(at.column);
  else if (cell.dataset['figure'] !== undefined) clickFigure(at, act);
  else if (isFinger(event)) act.openFullText(at);
};

/** Sets the `title` of a cell with truncated text on hover, so that no other cell has to be measured. */
export const hover = (event: MouseEvent): void => {
  const place = hit(event);
  if (place === null || place.at.row === 0) return;
  const fullText = fullTextOf(place.cell);
  if (fullText === null) place.cell.removeAttribute('title');
  else place.cell.title = fullText;
};

/** Double click: copies an id, or fits the width of a column at its header's edge. */
export const doubleClick = <Row>(
  event: MouseEvent<HTMLElement>,
  slots: readonly Slot<Row>[],
  act: GridCommands<Row>,
): void => {
  const place = hit(event);
  const column = place === null ? undefined : columnAt(slots, place.at.column);
  if (place === null || column === undefined) return;
  if (place.target.dataset['edge'] !== undefined) act.resize(column, 'fit');
  else if (place.at.row > 0 && column.format === 'id') act.copy(place.at);
};
