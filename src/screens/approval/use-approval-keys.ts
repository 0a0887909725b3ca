import { useEffect, useEffectEvent } from 'react';
import { useKnown } from '../../console/context.ts';
import { useOwnRefreshKey } from '../../console/refresh.ts';
import { createShelf, drawerOf } from '../../console/storage.ts';

/** What the single-letter keys do. */
export interface ApprovalKeys {
  /** To the row below or above. */
  readonly move: (down: boolean) => void;
  readonly approve: () => void;
  readonly reject: () => void;
  readonly pick: () => void;
}

const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"], [popover]';
/** After this letter another one goes to a screen (`g a`), for a second. */
const LEADER = 'g';
const LEADER_TIMEOUT_MS = 1000;
const isSwitch = (value: unknown): value is boolean => typeof value === 'boolean';

/**
 * Keys of a single letter: J and K walk, X picks, A approves, R rejects. They are never heard while one
 * types, composes or works in a dialog or a
 * menu, with Ctrl, Alt or Meta, as the second letter of `g a`, nor once the user turned them off (the sheet
 * behind `?`).
 */
export const useApprovalKeys = (on: boolean, keys: ApprovalKeys): void => {
  const { profile } = useKnown();
  const name = `${profile.id}_keys`;
  // Here R rejects.
  useOwnRefreshKey(on);
  const press = useEffectEvent((event: KeyboardEvent, led: boolean) => {
    if (
      event.defaultPrevented ||
      event.isComposing ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      (event.repeat && !'jk'.includes(event.key.toLowerCase())) ||
      led
    )
      return;
    if (
      (event.target instanceof Element && event.target.closest(TYPED) !== null) ||
      document.querySelector('dialog[open]') !== null
    )
      return;
    const act = {
      j: () => keys.move(true),
      k: () => keys.move(false),
      a: keys.approve,
      r: keys.reject,
      x: keys.pick,
    }[event.key.toLowerCase()];
    if (act === undefined || createShelf(drawerOf(() => localStorage)).read(name, isSwitch) === false) return;
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

/** The row, counted from 0, at which the grid's cursor stands; -1: at none. */
export const cursorRow = (panel: HTMLElement | null): number =>
  Number(cellOf(panel)?.dataset['row'] ?? 0) - 1;

/** Brings the focus to the grid's cursor, wherever it was. */
export const focusCursor = (panel: HTMLElement | null): void =>
  (cellOf(panel) ?? panel?.closest('article')?.querySelector<HTMLElement>('h1'))?.focus();

/** Moves the cursor over the names of the rows; from the head, or from nowhere, to the first one. */
export const moveCursor = (panel: HTMLElement | null, down: boolean): void => {
  if (cursorRow(panel) >= 0) pressInGrid(panel, down ? 'ArrowDown' : 'ArrowUp');
  else panel?.querySelector<HTMLElement>('[role="grid"] [data-row="1"][role="rowheader"]')?.click();
};

/**
 * As if a key was pressed at the grid's cursor: the grid knows where that leads, also to rows that are not
 * drawn.
 */
export const pressInGrid = (panel: HTMLElement | null, key: string): void => {
  const cell = cellOf(panel);
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
};
