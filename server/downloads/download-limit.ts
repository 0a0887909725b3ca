import type { FastifyInstance } from 'fastify';
import { Failure } from '../http/failures.ts';
import { BOUNDS, type Bounds } from './backpressure.ts';

/**
 * How many files are written at once: each holds a connection to a store for as long as its reader takes, and whoever only wants to look must
 * find one free.
 */
export const MOST_OF_ONE = 2;
/** A company leaves places to the others. */
const MOST_OF_COMPANY = 5;
const MOST = 8;

export interface Turns {
  /** How long the reader of a file may hold his turn. */
  readonly bounds: Bounds;
  /**
   * Takes a turn of a user of a company; the answer gives it back.
   *
   * @throws {Failure} `too_many_downloads`, `too_many_company_downloads`, `overloaded`
   */
  take(user: { readonly userId: number; readonly companyId: number }): () => void;
}

declare module 'fastify' {
  interface FastifyInstance { readonly turns: Turns }
}

export const createTurns = (bounds: Bounds = BOUNDS): Turns => {
  const users = new Map<number, number>();
  const companies = new Map<number, number>();
  const add = (counts: Map<number, number>, key: number, by: 1 | -1) => {
    const count = (counts.get(key) ?? 0) + by;
    if (count > 0) counts.set(key, count);
    else counts.delete(key);
  };
  let all = 0;
  return {
    bounds,
    take: ({ userId, companyId }) => {
      if ((users.get(userId) ?? 0) >= MOST_OF_ONE) throw new Failure('too_many_downloads', { values: { most: MOST_OF_ONE } });
      if ((companies.get(companyId) ?? 0) >= MOST_OF_COMPANY) throw new Failure('too_many_company_downloads', { values: { most: MOST_OF_COMPANY } });
      if (all >= MOST) throw new Failure('overloaded');
      add(users, userId, 1);
      add(companies, companyId, 1);
      all += 1;
      let given = false;
      return () => {
        if (given) return;
        given = true;
        all -= 1;
        add(users, userId, -1);
        add(companies, companyId, -1);
      };
    },
  };
};

/** Lets the routes of `app` that write files take turns. */
export const openDownloads = (app: FastifyInstance, turns: Turns = createTurns()): void => { app.decorate('turns', turns); };
