import { useEffect, useEffectEvent } from 'react';
import type { ListName } from '../../machines/startup.ts';
import { useConsole } from './context.ts';

/** The resource whose rows changed. */
interface Changed {
  /** Name of the resource. */
  readonly name: string;
  /** Start-up list that contains its rows. */
  readonly selection?: ListName | undefined;
}

/** @param origin actor that made the change; undefined: no actor that shows the rows */
type ChangeListener = (name: string, origin?: object) => void;
const listeners = new Set<ChangeListener>();

/**
 * Returns a function that announces created, changed, deleted or restored rows of a resource: its start-up
 * list, and every mounted query that shows its rows, are loaded again.
 */
export const useReportChange = (): ((changed: Changed, origin?: object) => void) => {
  const { actor } = useConsole();
  return ({ name, selection }, origin) => {
    if (selection !== undefined) actor.send({ type: 'lists.changed', lists: [selection] });
    for (const listener of listeners) listener(name, origin);
  };
};

/**
 * Subscribes to changes of the rows of a resource.
 * @param onChanged called with the actor that made the change, which may have reloaded its own query already
 */
export const useChanged = (name: string, onChanged: (origin?: object) => void): void => {
  const handleChange = useEffectEvent((changed: string, origin?: object) => {
    if (changed === name) onChanged(origin);
  });
  useEffect(() => {
    const listener: ChangeListener = (changed, origin) => handleChange(changed, origin);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
};
