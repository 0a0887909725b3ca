import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../../machines/failure.ts';
import { feedMachine, type FeedPage } from '../../../machines/feed.ts';
import { useAsk } from '../../console/context.ts';
import { watched } from '../../console/lives.ts';
import type { LeftOut, Log, LogQuestion } from '../../resources/log.ts';
import { present } from '../../resources/row.ts';

const PAGE = 200;

/** Counts that come with the first page. */
export interface FeedHead {
  readonly total: number | null;
  readonly left_out: LeftOut | null;
  readonly latest: string | null;
}

export interface Feed<Row> {
  readonly rows: readonly Row[] | null;
  readonly head: FeedHead | null;
  readonly failure: Failure | null;
  /** Why the rows after those on the screen did not come. */
  readonly stuck: Failure | null;
  readonly busy: boolean;
  readonly again: () => void;
  /** Asks for the rows that follow; null at the end. */
  readonly more: (() => void) | null;
  readonly retryMore: () => void;
}

/** Reads a log page by page (machines/feed.ts). The machine is not generic; the casts between it and the log's types are here and nowhere else. */
export const useFeed = <Raw extends object, Row extends object>(log: Pick<Log<Raw, Row>, 'operation' | 'row'>, question: LogQuestion): Feed<Row> => {
  const ask = useAsk();
  const [machine] = useState(() =>
    feedMachine.provide({
      actors: {
        page: fromPromise<FeedPage, { readonly question: object; readonly after: string | null }>(async ({ input, signal }) => {
          const asked = input.question as LogQuestion;
          const { page } = await ask(log.operation, { ...asked, limit: PAGE, ...(input.after !== null && { after: input.after }) }, signal);
          return {
            rows: present(page?.results).map(log.row),
            next: page?.next ?? null,
            head: { total: page?.total ?? null, left_out: page?.left_out ?? null, latest: page?.latest ?? null } satisfies FeedHead,
          };
        }),
      },
    }));
  const actor = useActorRef(machine, { ...watched, input: { question } });
  const words = JSON.stringify(question);
  const asked = useRef(words);
  useEffect(() => {
    if (asked.current === words) return;
    asked.current = words;
    actor.send({ type: 'ask', question: JSON.parse(words) as object });
  }, [actor, words]);

  const more = useCallback(() => actor.send({ type: 'more' }), [actor]);
  const state = useSelector(actor, snapshot => snapshot);
  const { rows, head, failure, next } = state.context;
  return {
    rows: rows as readonly Row[] | null,
    head: head as FeedHead | null,
    failure: state.matches('failed') ? failure : null,
    stuck: state.matches('stuck') ? failure : null,
    busy: state.matches('asking'),
    again: () => actor.send({ type: 'again' }),
    more: next === null || state.matches('stuck') ? null : more,
    retryMore: more,
  };
};
