import { useEffect, useState } from 'react';

/**
 * How long a click waits for a second one, in ms: a double click takes longer only by hand and on purpose.
 */
export const DOUBLE_CLICK_MS = 300;

export interface ClickDelay {
  /** Runs an action unless a second click comes first. */
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
 * Delays at most one click; it is dropped when the grid unmounts, so that nothing navigates after another
 * screen has opened.
 */
export const useClickDelay = (): ClickDelay => {
  const [delay] = useState(createClickDelay);
  useEffect(() => delay.cancel, [delay]);
  return delay;
};
