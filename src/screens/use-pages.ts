import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import { feedMachine, type FeedPage } from '../../machines/feed.ts';
import { watched } from '../console/actor-registry.ts';
import { useAnew } from './use-on-change.ts';

/** One page of an answer, and the word that asks for the next; `head` comes with the first. */
export interface Page<Row, Head> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly head: Head | null;
  readonly reached?: string | null;
}

export interface Pages<Row, Head> {
  readonly rows: readonly Row[] | null;
  readonly head: Head | null;
  /** Rows before this instant were not looked at yet: `more` goes on there; null: nothing was left out. */
  readonly reached: string | null;
  readonly failure: Failure | null;
  /** Why the rows after those on the screen did not come. */
  readonly stuck: Failure | null;
  readonly busy: boolean;
  /** Nothing is asked just now. */
  readonly resting: boolean;
  readonly again: () => void;
  /** Takes out rows that left the query, by the value of a field; asks again when none remain. */
  readonly remove: (field: keyof Row & string, values: readonly unknown[]) => void;
  /** Asks for the rows that follow; null at the end, and where they did not come. */
  readonly more: (() => void) | null;
  readonly retryMore: () => void;
  /** Asks for so many rows at once, page after page; for 0: for no more. */
  readonly want: (count: number) => void;
  /** They are being read. */
  readonly gathering: boolean;
  /** Takes what was wanted, once all of it is here; until then null. */
  readonly take: (() => void) | null;
}

/**
 * Reads an answer page by page (machines/feed.ts). The machine is not generic; the casts between it and the
 * answer's types are here and nowhere else.
 *
 * @param read asks for the page after a place; the one of the first drawing is used, so it may hold nothing
 *   that changes
 */
export const usePages = <Variables extends object, Row extends object, Head extends object>(
  question: Variables,
  read: (question: Variables, after: string | null, signal: AbortSignal) => Promise<Page<Row, Head>>,
): Pages<Row, Head> => {
  const [machine] = useState(() =>
    feedMachine.provide({
      actors: {
        page: fromPromise<FeedPage, { readonly question: object; readonly after: string | null }>(
          ({ input, signal }) => read(input.question as Variables, input.after, signal),
        ),
      },
    }),
  );
  const actor = useActorRef(machine, { ...watched, input: { question } });
  useAnew(question, next => actor.send({ type: 'ask', question: next }));

  const more = useCallback(() => actor.send({ type: 'more' }), [actor]);
  const want = useCallback((count: number) => actor.send({ type: 'want', count }), [actor]);
  const take = useCallback(() => actor.send({ type: 'take' }), [actor]);
  const again = useCallback(() => actor.send({ type: 'again' }), [actor]);
  const remove = useCallback(
    (field: string, values: readonly unknown[]) => actor.send({ type: 'remove', field, values }),
    [actor],
  );
  const state = useSelector(actor, snapshot => snapshot);
  const { rows, head, reached, failure, next, wanted } = state.context;
  return {
    rows: rows as readonly Row[] | null,
    head: head as Head | null,
    reached,
    failure: state.matches('failed') ? failure : null,
    stuck: state.matches('stuck') ? failure : null,
    busy: state.matches('asking'),
    resting: state.matches('resting'),
    again,
    remove,
    more: next === null || state.matches('stuck') ? null : more,
    retryMore: more,
    want,
    gathering: wanted > 0,
    take: state.matches('gathered') ? take : null,
  };
};
