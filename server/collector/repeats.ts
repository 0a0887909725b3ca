import { REPEAT_MS } from './steps.ts';

/** A counted contact: when (ms since 1970), and what was handed to the landing page. */
export interface Counted {
  readonly at: number;
  readonly token: string;
}

/** Remembers the counted contacts of the last moments, to tell a double click from two clicks. */
export interface Repeats {
  last(visitorId: string, link: string): Counted | null;
  keep(visitorId: string, link: string, counted: Counted): void;
}

/**
 * Keeps two generations and drops the older every second: memory holds about two seconds of clicks, whatever
 * comes.
 */
export const createRepeats = (): Repeats => {
  let young = new Map<string, Counted>();
  let old = new Map<string, Counted>();
  let turned = 0;
  return {
    last: (visitorId, link) => {
      const key = `${visitorId} ${link}`;
      return young.get(key) ?? old.get(key) ?? null;
    },
    keep: (visitorId, link, counted) => {
      if (Math.abs(counted.at - turned) >= REPEAT_MS) {
        [old, young, turned] = [young, new Map(), counted.at];
      }
      young.set(`${visitorId} ${link}`, counted);
    },
  };
};
