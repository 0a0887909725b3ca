import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** A query of the screen that the user can reload. */
export interface Refreshable {
  /** Latest answer; null before the first. Each load creates a new object. */
  readonly answer: object | null;
  readonly busy: boolean;
  readonly reload: () => void;
}

interface Source {
  readonly loadedAt: number | null;
  readonly busy: boolean;
  readonly refresh: () => void;
}

/** Loading state of the current screen's data. */
export interface ScreenData {
  /** Whether the screen has reloadable data. */
  readonly refreshable: boolean;
  readonly busy: boolean;
  /** Time of the oldest answer, in ms since the epoch; null before the first. */
  readonly loadedAt: number | null;
}

const NO_DATA: ScreenData = { refreshable: false, busy: false, loadedAt: null };

const sources = new Map<object, Source>();
const listeners = new Set<() => void>();
let data = NO_DATA;

const publish = (): void => {
  const all = [...sources.values()];
  const times = all.flatMap(({ loadedAt }) => (loadedAt === null ? [] : [loadedAt]));
  data = {
    refreshable: all.length > 0,
    busy: all.some(({ busy }) => busy),
    loadedAt: times.length === 0 ? null : Math.min(...times),
  };
  for (const listener of listeners) listener();
};

const change = (key: object, changes: Partial<Source> & Pick<Source, 'refresh'>): void => {
  sources.set(key, { loadedAt: null, busy: false, ...sources.get(key), ...changes });
  publish();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * Registers a query of this screen as reloadable: the frame shows its age, and the button and the key to
 * reload.
 */
export const useRefreshable = ({ answer, busy, reload }: Refreshable): void => {
  const [key] = useState(() => ({}));
  const refresh = useEffectEvent(() => reload());
  useEffect(() => {
    change(key, { refresh: () => refresh(), busy });
  }, [key, busy]);
  useEffect(() => {
    change(key, { refresh: () => refresh(), loadedAt: answer === null ? null : Date.now() });
  }, [key, answer]);
  useEffect(
    () => () => {
      sources.delete(key);
      publish();
    },
    [key],
  );
};

export const useScreenData = (): ScreenData => useSyncExternalStore(subscribe, () => data);

/** Reloads all queries of the screen. */
export const refreshScreen = (): void => {
  for (const { refresh } of sources.values()) refresh();
};
