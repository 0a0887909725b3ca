import { useEffect, useEffectEvent } from 'react';
import type { ListName } from '../../machines/startup.ts';
import { useConsole } from './context.ts';

/** What rows were changed of. */
interface Changed {
  /** The resource, by its name. */
  readonly name: string;
  /** The start-up list that its rows are in. */
  readonly selection?: ListName | undefined;
}

const listeners = new Set<(name: string) => void>();

/**
 * Tells that rows of a resource were made, changed, deleted or taken back, from wherever that was done: its
 * start-up list is
 * loaded again, and so is whatever shows its rows now.
 */
export const useTellChanged = (): ((changed: Changed) => void) => {
  const { actor } = useConsole();
  return ({ name, selection }) => {
    if (selection !== undefined) actor.send({ type: 'lists.changed', lists: [selection] });
    for (const hear of listeners) hear(name);
  };
};

/** Hears that rows of a resource were changed. */
export const useChanged = (name: string, onChanged: () => void): void => {
  const hear = useEffectEvent((changed: string) => {
    if (changed === name) onChanged();
  });
  useEffect(() => {
    const listener = (changed: string) => hear(changed);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
};
