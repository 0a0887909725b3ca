import { setTimeout } from 'node:timers/promises';
import type { Parts } from '../parts.ts';
import type { Paths } from './paths.ts';

/** Between two runs reports have at least so many ms to read what is derived: runs of up to 1.5 s leave nothing missing for more than 2 s. */
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
      await paths.refresh().catch((error: unknown) => log.error({ err: error }, 'Paths could not be derived; it is tried again after the next events.'));
      await setTimeout(READABLE, undefined, { ref: false });
    }
    busy = false;
  };
  arrivals.onLoaded(() => {
    due = true;
    void follow();
  });
  void follow();
};
