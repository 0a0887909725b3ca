import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** A query of the screen whose answer the user can load again. */
export interface Refreshable {
  /** The last answer; null before the first. Each load makes a new object. */
  readonly answer: object | null;
  readonly busy: boolean;
  readonly reload: () => void;
}

interface Source {
  readonly loadedAt: number | null;
  readonly busy: boolean;
  readonly refresh: () => void;
}

/** What is known about the data of the screen on display. */
export interface ScreenData {
  /** Whether the screen has data that can be loaded again. */
  readonly refreshable: boolean;
  readonly busy: boolean;
  /** When its oldest answer came, in ms since the epoch; null before the first. */
  readonly loadedAt: number | null;
  /** Whether the key `r` refreshes: a screen may use it for something else. */
  readonly hasKey: boolean;
}

const NO_DATA: ScreenData = { refreshable: false, busy: false, loadedAt: null, hasKey: true };

const sources = new Map<object, Source>();
const keyOwners = new Set<object>();
const listeners = new Set<() => void>();
let data = NO_DATA;

const publish = (): void => {
  const all = [...sources.values()];
  const times = all.flatMap(({ loadedAt }) => (loadedAt === null ? [] : [loadedAt]));
  data = {
    refreshable: all.length > 0,
    busy: all.some(({ busy }) => busy),
    hasKey: keyOwners.size === 0,
    loadedAt: times.length === 0 ? null : Math.min(...times),
  };
  for (const hear of listeners) hear();
};

const change = (key: object, changes: Partial<Source> & Pick<Source, 'refresh'>): void => {
  sources.set(key, { loadedAt: null, busy: false, ...sources.get(key), ...changes });
  publish();
};

const subscribe = (hear: () => void): (() => void) => {
  listeners.add(hear);
  return () => void listeners.delete(hear);
};

/**
 * Makes a query of this screen reloadable by the user: the frame shows its age, and the button and the key
 * for it.
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

/** Reserves the key `r` for the screen's own command. */
export const useOwnRefreshKey = (owned: boolean): void => {
  useEffect(() => {
    if (!owned) return undefined;
    const key = {};
    keyOwners.add(key);
    publish();
    return () => {
      keyOwners.delete(key);
      publish();
    };
  }, [owned]);
};

export const useScreenData = (): ScreenData => useSyncExternalStore(subscribe, () => data);

/** Loads every query of the screen again. */
export const refreshScreen = (): void => {
  for (const { refresh } of sources.values()) refresh();
};

/** Whether the key `r` refreshes: a key that is handled here would not reach the screen that owns it. */
export const isRefreshKeyFree = (): boolean => data.hasKey;
