import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * Runs an effect when a value differs from that of the previous render, but not on mount. Values are compared
 * by content (JSON).
 */
export const useOnChange = <Value extends object>(value: Value, act: (value: Value) => void): void => {
  const words = JSON.stringify(value);
  const before = useRef(words);
  const onChange = useEffectEvent(act);
  useEffect(() => {
    if (before.current === words) return;
    before.current = words;
    onChange(JSON.parse(words) as Value);
  }, [words]);
};
