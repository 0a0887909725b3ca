import { useState } from 'react';
import { useKnown } from '../console/context.ts';
import { createShelf, drawerOf, type Check } from '../console/storage.ts';

/**
 * A user's choice about a screen, stored in the browser per user for 30 days after its last use.
 * @param name stable part of the storage key: subject and screen
 * @param check validates a stored value
 */
export const useKept = <Value>(
  name: string,
  check: Check<Value>,
): readonly [Value | null, (value: Value) => void] => {
  const { profile } = useKnown();
  const key = `${profile.id}_${name}`;
  const [shelf] = useState(() => createShelf(drawerOf(() => localStorage)));
  const [stored, setKept] = useState(() => shelf.use(key, check));
  const keep = (value: Value) => {
    shelf.write(key, value);
    setKept(() => value);
  };
  return [stored, keep];
};

export const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(name => typeof name === 'string');
