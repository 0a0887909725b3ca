import { useEffect, useSyncExternalStore } from 'react';

/**
 * What the screens of records know and the frame around them shows: how the record that is open is called.
 */
interface Named {
  readonly path: string;
  readonly label: string;
}

let named: Named | null = null;
const listeners = new Set<() => void>();
const name = (next: Named | null): void => {
  named = next;
  for (const tell of listeners) tell();
};
const watch = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => void listeners.delete(tell);
};

/**
 * Names the record of this page, for as long as the page is mounted.
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

/** How the record of a page is called; null: it is no record's, or not known yet. */
export const useName = (path: string | undefined): string | null => {
  const now = useSyncExternalStore(watch, () => named);
  return now !== null && now.path === path ? now.label : null;
};
