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

/** @param origin the actor that made the change; undefined: none that shows the rows */
type ChangeListener = (name: string, origin?: object) => void;
const listeners = new Set<ChangeListener>();

/**
 * Announces that rows of a resource were created, changed, deleted or restored, on any screen: its start-up
 * list is loaded again, and so is every query that shows its rows now.
 */
export const useTellChanged = (): ((changed: Changed, origin?: object) => void) => {
  const { actor } = useConsole();
  return ({ name, selection }, origin) => {
    if (selection !== undefined) actor.send({ type: 'lists.changed', lists: [selection] });
    for (const hear of listeners) hear(name, origin);
  };
};

/**
 * Subscribes to changes of the rows of a resource.
 * @param onChanged called with the actor that made the change, which may already have reloaded its own query
 */
export const useChanged = (name: string, onChanged: (origin?: object) => void): void => {
  const hear = useEffectEvent((changed: string, origin?: object) => {
    if (changed === name) onChanged(origin);
  });
  useEffect(() => {
    const listener: ChangeListener = (changed, origin) => hear(changed, origin);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
};
