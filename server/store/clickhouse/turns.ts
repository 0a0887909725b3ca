import { AsyncLocalStorage } from 'node:async_hooks';
import { Failure } from '../../http/failures.ts';
import { createLane } from './lanes.ts';

/**
 * Questions that read all events of a report take turns, whichever report they are of: where there are millions, each keeps every processor busy for seconds, in as much memory
 * as a question may have. More of them at once would not be answered sooner, and would keep the engine's places and its memory from those that read what is derived.
 */
const TURNS = createLane(2, 10_000, () => new Failure('overloaded'));
const inTurns = new AsyncLocalStorage<true>();

/** Does a work whose questions take turns. */
export const takingTurns = <Answer>(work: () => Promise<Answer>): Promise<Answer> => inTurns.run(true, work);

/** Asks a question, at its turn where it takes one. @param signal that whoever asks is gone */
export const atItsTurn = <Answer>(asking: () => Promise<Answer>, signal: AbortSignal = new AbortController().signal): Promise<Answer> =>
  (inTurns.getStore() === true ? TURNS.run(asking, signal) : asking());
