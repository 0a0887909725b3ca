import { useEffect } from 'react';
import { tinykeys } from 'tinykeys';
import { isRefreshKeyFree } from '../console/refresh.ts';

/** What keys of a single letter do, by command; a screen that this user does not have is not gone to. */
export const KEYS: Readonly<Record<string, string>> = {
  'go:/dashboard': 'g d',
  'go:/analyze/attribution': 'g a',
  'go:/log/reference': 'g l',
  'go:/config/user': 'g u',
  'go:/config/role': 'g r',
  // After `g r`, whose second letter must not refresh too: a handled key is ignored by the bindings that
  // follow.
  refresh: 'r',
};

/** Where letters are text, or walk a list. */
const TYPED =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="listbox"], [role="menu"]';
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(TYPED) !== null;
/** Another dialog is open: the page under it is not to be changed. */
const isElsewhere = (): boolean => document.querySelector('dialog[open]:not(.palette)') !== null;

interface Heard {
  /** The palette is to open, or to close. */
  readonly toggle: () => void;
  readonly sheet: () => void;
  readonly filter: () => void;
  readonly stroke: (command: string) => void;
}

/** Listens for the keys; letters are ignored while the user types, composes, or works in a dialog. */
export const useKeys = ({ toggle, sheet, filter, stroke }: Heard): void => {
  useEffect(() => {
    const plain =
      (act: () => void, isFree = () => true) =>
      (event: KeyboardEvent) => {
        if (
          !isFree() ||
          event.defaultPrevented ||
          event.isComposing ||
          event.repeat ||
          isTyping(event) ||
          isElsewhere()
        )
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
      // With Shift on most keyboards, without it on some.
      'Shift+?': plain(sheet),
      '?': plain(sheet),
      '/': plain(filter),
      ...Object.fromEntries(
        Object.entries(KEYS).map(([command, keys]) => [
          keys,
          plain(() => stroke(command), command === 'refresh' ? isRefreshKeyFree : undefined),
        ]),
      ),
    });
  }, [toggle, sheet, filter, stroke]);
};
