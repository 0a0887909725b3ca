import { useState } from 'react';

/** A value controlled by the screen, or stored here where the screen does not control it. */
export const useHeld = <Value>(
  controlled: Value | undefined,
  tell: ((value: Value) => void) | undefined,
  first: Value,
): readonly [Value, (value: Value) => void] => {
  const [own, setOwn] = useState(first);
  return [
    controlled ?? own,
    value => {
      if (controlled === undefined) setOwn(value);
      tell?.(value);
    },
  ];
};
