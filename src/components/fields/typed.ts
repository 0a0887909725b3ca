import { useState, type ChangeEvent, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { whenReleased } from '../pressing.ts';

interface Typing<Value> {
  readonly value: Value;
  /** Parses the typed text; called on every input, so that the draft is current before the field is left. */
  readonly read: (text: string) => Value;
  /** Formats the value while the field has no focus. */
  readonly show: (value: Value) => string;
  /** Formats the value as the initial text for editing, for example without commas. */
  readonly edit?: ((value: Value) => string) | undefined;
  readonly onChange: (value: Value) => void;
  readonly onLeave?: (() => void) | undefined;
}

type Box = HTMLInputElement | HTMLTextAreaElement;

/**
 * State of a field whose text differs from its value. While the field has the focus, the text is exactly what
 * the user types, so that input methods are not disturbed; otherwise it is the formatted value.
 */
export const useTyped = <Value>({ value, read, show, edit = show, onChange, onLeave }: Typing<Value>) => {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? show(value),
    onFocus: ({ currentTarget }: FocusEvent<Box>) => {
      const text = edit(value);
      const other = text !== currentTarget.value;
      // Synchronous: a later render would lose the selection, and the next character would be appended
      // instead of replacing the selected text.
      flushSync(() => setTyped(text));
      if (!other) return;
      // The caret position of the formatted text has no meaning in the text for editing.
      currentTarget.select();
      // A click sets the caret after the focus event. The text is selected again unless the user has typed
      // meanwhile.
      requestAnimationFrame(() => {
        if (currentTarget.value === text) currentTarget.select();
      });
    },
    onChange: ({ target }: ChangeEvent<Box>) => {
      setTyped(target.value);
      onChange(read(target.value));
    },
    onBlur: () => {
      setTyped(null);
      if (onLeave) whenReleased(onLeave);
    },
  };
};
