import { useEffect, useSyncExternalStore } from 'react';

/** Label of the open record, set by its screen and shown by the frame around it. */
interface Named {
  readonly path: string;
  readonly label: string;
}

let named: Named | null = null;
const listeners = new Set<() => void>();
const name = (next: Named | null): void => {
  named = next;
  for (const listener of listeners) listener();
};
const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Sets the label of this page's record while the component is mounted.
 * @param label null: not known yet
 */
export const useNaming = (path: string, label: string | null): void => {
  useEffect(() => {
    if (label !== null) name({ path, label });
    return () => {
      if (named?.path === path) name(null);
    };
  }, [path, label]);
};

/** The label of the record at a path; null: no record, or not known yet. */
export const useName = (path: string | undefined): string | null => {
  const now = useSyncExternalStore(watch, () => named);
  return now !== null && now.path === path ? now.label : null;
};
