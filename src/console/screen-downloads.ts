import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

/** A file of the current screen's rows, which the command palette offers. */
export interface ScreenDownload {
  readonly format: string;
  readonly label: string;
  readonly run: () => void;
}

const NONE: readonly ScreenDownload[] = [];
const sources = new Map<object, readonly ScreenDownload[]>();
const listeners = new Set<() => void>();
let downloads = NONE;

const publish = (): void => {
  downloads = [...sources.values()].flat();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Offers downloads in the palette while the component is mounted. */
export const useOfferDownloads = (offered: readonly ScreenDownload[]): void => {
  const [key] = useState(() => ({}));
  const run = useEffectEvent((format: string) => offered.find(one => one.format === format)?.run());
  const labels = JSON.stringify(offered.map(({ format, label }) => ({ format, label })));
  useEffect(() => {
    const described = JSON.parse(labels) as readonly Omit<ScreenDownload, 'run'>[];
    sources.set(
      key,
      described.map(one => ({ ...one, run: () => run(one.format) })),
    );
    publish();
    return () => {
      sources.delete(key);
      publish();
    };
  }, [key, labels]);
};

/** The downloads of the current screen. */
export const useScreenDownloads = (): readonly ScreenDownload[] =>
  useSyncExternalStore(subscribe, () => downloads);
