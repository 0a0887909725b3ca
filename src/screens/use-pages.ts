import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import { feedMachine, type FeedPage } from '../../machines/feed.ts';
import { watched } from '../console/actor-registry.ts';
import { useAnew } from './use-on-change.ts';

/** One page of an answer, and the cursor of the next; `head` comes with the first. */
export interface Page<Row, Head> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly head: Head | null;
  readonly reached?: string | null;
}

export interface Pages<Row, Head> {
  readonly rows: readonly Row[] | null;
  readonly head: Head | null;
  /** Rows before this instant were not searched yet: `more` continues there; null: nothing was left out. */
  readonly reached: string | null;
  readonly failure: Failure | null;
  /** The reason why loading the next rows failed. */
  readonly stuck: Failure | null;
  readonly busy: boolean;
  /** No request is pending. */
  readonly resting: boolean;
  readonly reload: () => void;
  /** Removes rows that no longer match the query, by the value of a field; reloads when none remain. */
  readonly remove: (field: keyof Row & string, values: readonly unknown[]) => void;
  /** Loads the next rows; null at the end, and after a failed load. */
  readonly more: (() => void) | null;
  readonly retryMore: () => void;
  /** Loads this number of rows, page after page; 0: no more. */
  readonly want: (count: number) => void;
  /** They are being read. */
  readonly gathering: boolean;
  /** Takes what was wanted, once all of it is here; until then null. */
  readonly take: (() => void) | null;
}

/**
 * Reads an answer page by page (machines/feed.ts). The machine is not generic; the casts between it and the
 * answer's types are here and nowhere else.
 * @param read loads the page after a cursor; the function of the first rendering is used, so it must not
 *   capture changing values
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
  useAnew(question, next => actor.send({ type: 'load', question: next }));

  const more = useCallback(() => actor.send({ type: 'more' }), [actor]);
  const want = useCallback((count: number) => actor.send({ type: 'want', count }), [actor]);
  const take = useCallback(() => actor.send({ type: 'take' }), [actor]);
  const reload = useCallback(() => actor.send({ type: 'reload' }), [actor]);
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
    busy: state.matches('loading'),
    resting: state.matches('resting'),
    reload,
    remove,
    more: next === null || state.matches('stuck') ? null : more,
    retryMore: more,
    want,
    gathering: wanted > 0,
    take: state.matches('gathered') ? take : null,
  };
};
