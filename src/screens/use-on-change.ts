import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Runs an effect when a value differs from the previous rendering, and not at the first. Values are compared
 * by content: a new object with the same contents is equal.
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
