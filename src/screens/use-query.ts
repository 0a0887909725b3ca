import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import { queryMachine } from '../../machines/query.ts';
import { useAsk, type Console } from '../console/context.ts';
import { watched } from '../console/actor-registry.ts';
import { useRefreshable } from '../console/refresh.ts';

export interface QueryState<Result> {
  /** The last answer, also while the next one is loading or after it failed; null until the first. */
  readonly answer: Result | null;
  /** The reason why the last query failed; null while it is repeated and once it is answered. */
  readonly failure: Failure | null;
  readonly busy: boolean;
  /** Sends the same query again. */
  readonly reload: () => void;
}

/** A query whose screen itself reports a slow answer; the frame does not. */
export interface TimedQueryState<Result> extends QueryState<Result> {
  /** The query takes longer than users like to wait. */
  readonly long: boolean;
  /** Waits no longer: the server need not answer. */
  readonly giveUp: () => void;
}

interface GatewayQuery {
  readonly document: TypedDocumentNode<object, object>;
  readonly variables: object;
}

/**
 * Sends a query to the server, again whenever the variables change; the last query wins (machines/query.ts).
 * Variables are compared by content, so a new object with the same contents sends nothing.
 * The machine is not generic; the casts between it and the document's types are here and nowhere else.
 */
export const useQueryState = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): QueryState<Result> => useTold(document, variables, readOnce('frame'));

/** The same for an answer that may take long, by its nature. */
export const useTimedQueryState = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): TimedQueryState<Result> => useTold(document, variables, readOnce('screen'));

/** A report of the screen: it may take long, and the user can refresh it. */
export const useReportQueryState = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): TimedQueryState<Result> => {
  const query = useTimedQueryState(document, variables);
  useRefreshable(query);
  return query;
};

type Read = (ask: Console['ask'], question: GatewayQuery, signal: AbortSignal) => Promise<object>;
const readOnce =
  (teller: 'frame' | 'screen'): Read =>
  (ask, { document, variables }, signal) =>
    ask(document, variables, signal, teller);

/** @param read answers a query; the function of the first rendering is used */
export const useTold = <Result extends object, Variables extends object>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
  read: Read,
): TimedQueryState<Result> => {
  const ask = useAsk();
  const question: GatewayQuery = { document: document as unknown as GatewayQuery['document'], variables };
  const [machine] = useState(() =>
    queryMachine.provide({
      actors: {
        answer: fromPromise<object, object>(({ input, signal }) => read(ask, input as GatewayQuery, signal)),
      },
    }),
  );
  const actor = useActorRef(machine, { ...watched, input: { question } });

  const words = JSON.stringify(variables);
  const lastParameters = useRef({ document, words });
  useEffect(() => {
    if (lastParameters.current.document === document && lastParameters.current.words === words) return;
    lastParameters.current = { document, words };
    actor.send({ type: 'load', question: { document, variables: JSON.parse(words) as object } });
  }, [actor, document, words]);

  const state = useSelector(actor, snapshot => snapshot);
  return {
    answer: state.context.answer as Result | null,
    failure: state.matches('failed') || state.matches('givenUp') ? state.context.failure : null,
    busy: state.hasTag('busy'),
    long: state.matches({ loading: 'long' }),
    reload: () => actor.send({ type: 'reload' }),
    giveUp: () => actor.send({ type: 'giveUp' }),
  };
};
