import type { FastifyInstance } from 'fastify';
import { Failure } from '../http/failures.ts';
import { BOUNDS, type Bounds } from './pace.ts';

/**
 * How many files are written at once: each holds a connection to a store for as long as its reader takes, and whoever only wants to look must
 * find one free.
 */
export const MOST_OF_ONE = 2;
const MOST = 8;

export interface Turns {
  /** How long the reader of a file may hold his turn. */
  readonly bounds: Bounds;
  /**
   * Takes a turn of a user; the answer gives it back.
   *
   * @throws {Failure} `too_many_downloads`, `overloaded`
   */
  take(userId: number): () => void;
}

declare module 'fastify' {
  interface FastifyInstance { readonly turns: Turns }
}

export const createTurns = (bounds: Bounds = BOUNDS): Turns => {
  const taken = new Map<number, number>();
  let all = 0;
  return {
    bounds,
    take: userId => {
      const own = taken.get(userId) ?? 0;
      if (own >= MOST_OF_ONE) throw new Failure('too_many_downloads', { values: { most: MOST_OF_ONE } });
      if (all >= MOST) throw new Failure('overloaded');
      taken.set(userId, own + 1);
      all += 1;
      let given = false;
      return () => {
        if (given) return;
        given = true;
        all -= 1;
        const left = (taken.get(userId) ?? 1) - 1;
        if (left > 0) taken.set(userId, left);
        else taken.delete(userId);
      };
    },
  };
};

/** Lets the routes of `app` that write files take turns. */
export const openDownloads = (app: FastifyInstance, turns: Turns = createTurns()): void => { app.decorate('turns', turns); };
