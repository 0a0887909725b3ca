import { useEffect, useState } from 'react';

/** Time in ms within which a second click makes a double click. */
export const DOUBLE_CLICK_MS = 300;

export interface ClickDelay {
  /** Runs an action unless a second click follows in time. */
  readonly start: (run: () => void) => void;
  readonly cancel: () => void;
}

const createClickDelay = (): ClickDelay => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => clearTimeout(timer);
  return {
    cancel,
    start: run => {
      cancel();
      timer = setTimeout(run, DOUBLE_CLICK_MS);
    },
  };
};

/**
 * Delays at most one click; the delayed click is dropped on unmount, so that it cannot navigate away from
 * another screen.
 */
export const useClickDelay = (): ClickDelay => {
  const [delay] = useState(createClickDelay);
  useEffect(() => delay.cancel, [delay]);
  return delay;
};
