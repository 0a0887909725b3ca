import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import { queryMachine } from '../../machines/query.ts';
import { useExecute, type Console } from '../console/context.ts';
import { watched } from '../console/actor-registry.ts';
import { useRefreshable } from '../console/refresh.ts';

export interface QueryState<Result> {
  /** Latest answer, also while the next one is loading or after it failed; null before the first. */
  readonly answer: Result | null;
  /** Failure of the latest request; null while it is repeated and after an answer. */
  readonly failure: Failure | null;
  readonly busy: boolean;
  /** Sends the same query again. */
  readonly reload: () => void;
}

/** A query whose screen itself reports a slow request, instead of the frame. */
export interface TimedQueryState<Result> extends QueryState<Result> {
  /** The request takes longer than the limit for slow requests. */
  readonly slow: boolean;
  /** Cancels the request. */
  readonly cancel: () => void;
}

interface GatewayQuery {
  readonly document: TypedDocumentNode<object, object>;
  readonly variables: object;
}

/**
 * Sends a query on mount and when its variables change by content; only the latest answer is used
 * (machines/query.ts). The machine is not generic; the casts to the document's types are only here.
 */
export const useQueryState = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): QueryState<Result> => useQueryMachine(document, variables, readOnce('frame'));

/** The same for queries that are expected to be slow. */
export const useTimedQueryState = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): TimedQueryState<Result> => useQueryMachine(document, variables, readOnce('screen'));

/** Query of a report: may be slow, and can be reloaded by the user. */
export const useReportQueryState = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): TimedQueryState<Result> => {
  const query = useTimedQueryState(document, variables);
  useRefreshable(query);
  return query;
};

type Read = (execute: Console['execute'], query: GatewayQuery, signal: AbortSignal) => Promise<object>;
const readOnce =
  (slowIndicator: 'frame' | 'screen'): Read =>
  (execute, { document, variables }, signal) =>
    execute(document, variables, signal, slowIndicator);

/** @param read loads the answer; the function of the first render is used */
export const useQueryMachine = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  read: Read,
): TimedQueryState<Result> => {
  const execute = useExecute();
  const query: GatewayQuery = { document: document as unknown as GatewayQuery['document'], variables };
  const [machine] = useState(() =>
    queryMachine.provide({
      actors: {
        load: fromPromise<object, object>(({ input, signal }) =>
          read(execute, input as GatewayQuery, signal),
        ),
      },
    }),
  );
  const actor = useActorRef(machine, { ...watched, input: { query } });

  const words = JSON.stringify(variables);
  const lastParameters = useRef({ document, words });
  useEffect(() => {
    if (lastParameters.current.document === document && lastParameters.current.words === words) return;
    lastParameters.current = { document, words };
    actor.send({ type: 'load', query: { document, variables: JSON.parse(words) as object } });
  }, [actor, document, words]);

  const state = useSelector(actor, snapshot => snapshot);
  return {
    answer: state.context.result as Result | null,
    failure: state.matches('failed') || state.matches('cancelled') ? state.context.failure : null,
    busy: state.hasTag('busy'),
    slow: state.matches({ loading: 'slow' }),
    reload: () => actor.send({ type: 'reload' }),
    cancel: () => actor.send({ type: 'cancel' }),
  };
};
