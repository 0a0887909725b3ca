import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import type { Paths } from './paths.ts';

/** Between two runs reports have at least so many ms to read what is derived, and at least as long as a run takes. */
const READABLE = 500;

/** Says that events arrived in the store. */
interface Arrivals { onLoaded(listener: () => void): void }

/** Derives what reports read now, and whenever events were loaded: at once where nothing was derived lately, so that events stand in reports soon; else when reports had their time. */
export const deriveAsEventsCome = (arrivals: Arrivals, paths: Paths, log: Parts['log']): void => {
  let due = true;
  let busy = false;
  const follow = async () => {
    if (busy) return;
    busy = true;
    while (due) {
      due = false;
      const begun = performance.now();
      await paths.refresh().catch((error: unknown) => log.error({ err: error }, 'Paths could not be derived; it is tried again after the next events.'));
      await setTimeout(Math.max(READABLE, performance.now() - begun), undefined, { ref: false });
    }
    busy = false;
  };
  arrivals.onLoaded(() => {
    due = true;
    void follow();
  });
  void follow();
};
