import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Does something when a value says something else than at the drawing before, and not at the first. Values
 * are compared by what they say: a new object with the same contents is no other.
 */
export const useAnew = <Value extends object>(value: Value, act: (value: Value) => void): void => {
  const words = JSON.stringify(value);
  const before = useRef(words);
  const tell = useEffectEvent(act);
  useEffect(() => {
    if (before.current === words) return;
    before.current = words;
    tell(JSON.parse(words) as Value);
  }, [words]);
};
