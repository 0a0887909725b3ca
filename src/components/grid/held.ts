import { useState } from 'react';

/** What a screen holds and is told of, or what is held here where it does neither. */
export const useHeld = <Value>(given: Value | undefined, tell: ((value: Value) => void) | undefined, first: Value): readonly [Value, (value: Value) => void] => {
  const [own, setOwn] = useState(first);
  return [given ?? own, value => {
    if (given === undefined) setOwn(value);
    tell?.(value);
  }];
};
