import { Failure } from '../http/failures.ts';

/** How many files are worked on at once, and how many more may wait: each is up to 10 MB that unfold to more, and holds a connection to the store while it is written. */
const AT_ONCE = 2;
const WAITING = 16;

/** Runs a piece of work when it is its turn. @throws {Failure} `overloaded` */
export type Lane = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

export const createLane = (): Lane => {
  const waiting: (() => void)[] = [];
  let under = 0;
  return async work => {
    if (under >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new Failure('overloaded');
      await new Promise<void>(go => { waiting.push(go); });
    } else under += 1;
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = waiting.shift();
      if (next === undefined) under -= 1;
      else next();
    }
  };
};
