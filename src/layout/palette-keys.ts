import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';

/** Letter keys by command. Commands of pages that the user does not have are ignored. */
export const KEYS: Readonly<Record<string, string>> = {
  'go:/dashboard': 'g d',
  'go:/analyze/attribution': 'g a',
  'go:/log/reference': 'g l',
  'go:/config/user': 'g u',
  'go:/config/role': 'g r',
  // After `g r`, so that the second letter does not also reload: later bindings ignore a handled key.
  refresh: 'r',
};

/** Elements in which letters are typed text or move through a list. */
const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPED) !== null;
/** Whether another dialog is open, under which the page must not change. */
const isElsewhere = (): boolean => document.querySelector('dialog[open]:not(.palette)') !== null;

interface KeyHandler {
  /** Opens or closes the palette. */
  readonly toggle: () => void;
  readonly sheet: () => void;
  readonly filter: () => void;
  readonly stroke: (command: string) => void;
}

/** Binds the keys; letters are ignored while the user types, composes text, or is in a dialog. */
export const useKeys = ({ toggle, sheet, filter, stroke }: KeyHandler): void => {
  useEffect(() => {
    const plain = (act: () => void) => (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isTyping(event) || isElsewhere())
        return;
      event.preventDefault();
      act();
    };
    return tinykeys(window, {
      '$mod+k': event => {
        if (event.isComposing || isElsewhere()) return;
        event.preventDefault();
        toggle();
      },
      // `?` needs Shift on most keyboards, but not on all.
      'Shift+?': plain(sheet),
      '?': plain(sheet),
      '/': plain(filter),
      ...Object.fromEntries(
        Object.entries(KEYS).map(([command, keys]) => [keys, plain(() => stroke(command))]),
      ),
    });
  }, [toggle, sheet, filter, stroke]);
};
