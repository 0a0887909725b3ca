import { REPEAT_MS } from './click-steps.ts';

/** A counted contact: its time (ms since 1970), and the token passed to the landing page. */
export interface Counted {
  readonly at: number;
  readonly token: string;
}

/** Remembers the counted contacts of the last moments; `flagRepeat` of click-steps.ts judges by them. */
export interface Repeats {
  last(visitorId: string, link: string): Counted | null;
  keep(visitorId: string, link: string, counted: Counted): void;
}

/**
 * Stores two generations and drops the older every second, so memory is limited to about two seconds of
 * clicks.
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
