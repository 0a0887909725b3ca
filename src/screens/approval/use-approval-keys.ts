import { useEffect, useEffectEvent } from 'react';
import { useSignedInData } from '../../console/context.ts';
import { createExpiringStorage, storageOrMemory } from '../../console/storage.ts';

/** Commands of the letter keys. */
export interface ApprovalKeys {
  /** Moves the cursor to the row below or above. */
  readonly move: (down: boolean) => void;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly select: () => void;
}

/** The letters, as buttons and the legend show them. */
export const LETTERS = { down: 'J', up: 'K', select: 'X', approve: 'A', reject: 'D' } as const;
/** Letters that act again while the key is down. */
const MOVES: ReadonlySet<string> = new Set([LETTERS.down, LETTERS.up]);

const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"], [popover]';
/**
 * Prefix key of the shortcuts that open screens (`g a`), and the time in ms within which the second key must
 * follow.
 */
const LEADER = 'g';
const LEADER_TIMEOUT_MS = 1000;
const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

/**
 * Letter keys: the cursor moves, rows are selected, approved or rejected; R reloads as on every screen. They
 * are inactive while the user types, composes or is in a dialog or menu, with modifier keys, after `g`, and if
 * the user disabled letter keys in the dialog of `?`.
 */
export const useApprovalKeys = (on: boolean, keys: ApprovalKeys): void => {
  const { profile } = useSignedInData();
  const name = `${profile.id}_keys`;
  const press = useEffectEvent((event: KeyboardEvent, led: boolean) => {
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      (event.repeat && !MOVES.has(event.key.toUpperCase())) ||
      led
    )
      return;
    if (
      (event.target instanceof Element && event.target.closest(TYPED) !== null) ||
      document.querySelector('dialog[open]') !== null
    )
      return;
    const act = {
      [LETTERS.down]: () => keys.move(true),
      [LETTERS.up]: () => keys.move(false),
      [LETTERS.approve]: keys.approve,
      [LETTERS.reject]: keys.reject,
      [LETTERS.select]: keys.select,
    }[event.key.toUpperCase()];
    if (
      act === undefined ||
      createExpiringStorage(storageOrMemory(() => localStorage)).read(name, isSwitch) === false
    )
      return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!on) return undefined;
    let led = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent): void => {
      press(event, event.timeStamp - led < LEADER_TIMEOUT_MS);
      led = event.key === LEADER ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [on]);
};

const cellOf = (panel: HTMLElement | null): HTMLElement | null =>
  panel?.querySelector<HTMLElement>('[role="grid"] [data-row][tabindex="0"]') ?? null;

/** Index of the row at the grid's cursor, from 0; -1: the cursor is not on a row. */
export const cursorRow = (panel: HTMLElement | null): number =>
  Number(cellOf(panel)?.dataset['row'] ?? 0) - 1;

/** Focuses the cell at the grid's cursor, or the heading if there is none. */
export const focusCursor = (panel: HTMLElement | null): void =>
  (cellOf(panel) ?? panel?.closest('article')?.querySelector<HTMLElement>('h1'))?.focus();

/** Moves the cursor to the next or previous row, or to the first row if it is not on a row. */
export const moveCursor = (panel: HTMLElement | null, down: boolean): void => {
  if (cursorRow(panel) >= 0) pressInGrid(panel, down ? 'ArrowDown' : 'ArrowUp');
  else panel?.querySelector<HTMLElement>('[role="grid"] [data-row="1"][role="rowheader"]')?.click();
};

/**
 * Dispatches a key event at the grid's cursor, so that the grid computes the movement, also to rows that are
 * not rendered.
 */
export const pressInGrid = (panel: HTMLElement | null, key: string): void => {
  const cell = cellOf(panel);
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};
