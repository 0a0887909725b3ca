import { useState, type ChangeEvent, type FocusEvent } from 'react';
import { flushSync } from 'react-dom';
import { whenReleased } from '../pressing.ts';

interface Typing<Value> {
  readonly value: Value;
  /** What is typed, as a value; called with every letter, so that nothing waits for the field to be left. */
  readonly read: (text: string) => Value;
  /** The value when one is not in the field. */
  readonly show: (value: Value) => string;
  /** The same to begin typing with: without commas, say. */
  readonly edit?: ((value: Value) => string) | undefined;
  readonly onChange: (value: Value) => void;
  readonly onLeave?: (() => void) | undefined;
}

type Box = HTMLInputElement | HTMLTextAreaElement;

/**
 * A field whose value is something else than its text. While one is in it the text is the typist's, letter by
 * letter, composed or not; outside it is the
 * value's. So an input method is never interrupted, and what is sent by Enter is what stands there.
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
      // A press puts its caret after the focus. Who typed meanwhile keeps what he typed.
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
