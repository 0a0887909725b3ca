import { useState } from 'react';

/**
 * State that the caller controls, or, if `controlled` is undefined, local state with the initial value
 * `first`.
 */
export const useControlled = <Value>(
  controlled: Value | undefined,
  onChange: ((value: Value) => void) | undefined,
  first: Value,
): readonly [Value, (value: Value) => void] => {
  const [own, setOwn] = useState(first);
  return [
    controlled ?? own,
    value => {
      if (controlled === undefined) setOwn(value);
      onChange?.(value);
    },
  ];
};
