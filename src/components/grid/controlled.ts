import { useState } from 'react';

/** What a screen holds and is told of, or what is held here where it does neither. */
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
