import { useState, type ChangeEvent, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { whenReleased } from '../pressing.ts';

interface Typing<Value> {
  readonly value: Value;
  /** What is typed, as a value; called with every letter, so that nothing waits for the field to be left. */
  readonly read: (text: string) => Value;
  /** The value as text while the field has no focus. */
  readonly show: (value: Value) => string;
  /** The text with which typing begins: for example without commas. */
  readonly edit?: ((value: Value) => string) | undefined;
  readonly onChange: (value: Value) => void;
  readonly onLeave?: (() => void) | undefined;
}

type Box = HTMLInputElement | HTMLTextAreaElement;

/**
 * A field whose value differs from its text. While the field has the focus the text is the user's, letter by
 * letter, composed or not; outside it is the value's. So an input method is never interrupted, and Enter
 * sends the text that is visible.
 */
export const useTyped = <Value>({ value, read, show, edit = show, onChange, onLeave }: Typing<Value>) => {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? show(value),
    onFocus: ({ currentTarget }: FocusEvent<Box>) => {
      const text = edit(value);
      const other = text !== currentTarget.value;
      // At once: what was selected in the old text would be lost, and what is typed next would be added
      // instead of replacing it.
      flushSync(() => setTyped(text));
      if (!other) return;
      // A caret in the middle of the old text would be nowhere in this one.
      currentTarget.select();
      // A press sets its caret after the focus event. A user who typed meanwhile loses nothing.
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
