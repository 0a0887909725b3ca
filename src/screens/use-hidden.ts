import { useState } from 'react';
import { useKnown } from '../console/context.ts';
import { createShelf, drawerOf } from '../console/storage.ts';

const isNames = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(name => typeof name === 'string');

/**
 * Which columns of a screen the user does not want to see, kept in the browser under the user and the screen.
 *
 * @param screen a stable name, part of the key under which it is kept
 * @param first hidden until the user says otherwise
 */
export const useHidden = (screen: string, first: readonly string[]): readonly [readonly string[], (hidden: readonly string[]) => void] => {
  const { profile } = useKnown();
  const name = `${profile.id}_hidden_${screen}`;
  const [shelf] = useState(() => createShelf(drawerOf(() => localStorage)));
  const [hidden, setHidden] = useState(() => shelf.read(name, isNames) ?? first);
  const choose = (next: readonly string[]) => {
    shelf.write(name, next);
    setHidden(next);
  };
  return [hidden, choose];
};
