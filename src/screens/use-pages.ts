import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import { feedMachine, type FeedPage } from '../../machines/feed.ts';
import { watched } from '../console/actor-registry.ts';
import { useOnChange } from './use-on-change.ts';

/** One page of an answer and the cursor of the next; only the first page has `head`. */
export interface Page<Row, Head> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly head: Head | null;
  readonly reached?: string | null;
}

export interface Pages<Row, Head> {
  readonly rows: readonly Row[] | null;
  readonly head: Head | null;
  /** Rows before this instant were not searched yet, `more` continues there; null: all were searched. */
  readonly reached: string | null;
  readonly failure: Failure | null;
  /** Failure of the latest request for further rows. */
  readonly moreFailure: Failure | null;
  readonly busy: boolean;
  /** No request is running. */
  readonly resting: boolean;
  readonly reload: () => void;
  /** Removes rows that no longer match the query, by values of a field; reloads if none remain. */
  readonly remove: (field: keyof Row & string, values: readonly unknown[]) => void;
  /** Loads the next rows; null at the end and after a failure. */
  readonly more: (() => void) | null;
  readonly retryMore: () => void;
  /** Loads rows page by page until there are `count`; 0 stops. */
  readonly want: (count: number) => void;
  /** Rows for `want` are being loaded. */
  readonly gathering: boolean;
  /** Confirms the wanted rows; null until all are loaded. */
  readonly take: (() => void) | null;
}

/**
 * Loads an answer page by page (machines/feed.ts). The machine is not generic; the casts to the answer's
 * types are only here.
 * @param read loads the page after a cursor; that of the first render is used, so it must not capture
 *   changing values
 */
export const usePages = <Variables extends object, Row extends object, Head extends object>(
  query: Variables,
  read: (query: Variables, after: string | null, signal: AbortSignal) => Promise<Page<Row, Head>>,
): Pages<Row, Head> => {
  const [machine] = useState(() =>
    feedMachine.provide({
      actors: {
        page: fromPromise<FeedPage, { readonly query: object; readonly after: string | null }>(
          ({ input, signal }) => read(input.query as Variables, input.after, signal),
        ),
      },
    }),
  );
  const actor = useActorRef(machine, { ...watched, input: { query } });
  useOnChange(query, next => actor.send({ type: 'load', query: next }));

  const more = useCallback(() => actor.send({ type: 'loadMore' }), [actor]);
  const want = useCallback((count: number) => actor.send({ type: 'require', count }), [actor]);
  const take = useCallback(() => actor.send({ type: 'release' }), [actor]);
  const reload = useCallback(() => actor.send({ type: 'reload' }), [actor]);
  const remove = useCallback(
    (field: string, values: readonly unknown[]) => actor.send({ type: 'remove', field, values }),
    [actor],
  );
  const state = useSelector(actor, snapshot => snapshot);
  const { rows, head, searchedTo, failure, next, minimumRows } = state.context;
  return {
    rows: rows as readonly Row[] | null,
    head: head as Head | null,
    reached: searchedTo,
    failure: state.matches('failed') ? failure : null,
    moreFailure: state.matches('moreFailed') ? failure : null,
    busy: state.matches('loading'),
    resting: state.matches('idle'),
    reload,
    remove,
    more: next === null || state.matches('moreFailed') ? null : more,
    retryMore: more,
    want,
    gathering: minimumRows > 0,
    take: state.matches('complete') ? take : null,
  };
};
