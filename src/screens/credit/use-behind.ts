import { useActorRef, useSelector } from '@xstate/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { ConversionsBehindDocument, type ConversionsBehindQuery, type ConversionsBehindQueryVariables } from '../../../graphql/generated/graphql.ts';
import type { Failure } from '../../../machines/failure.ts';
import { feedMachine, type FeedPage } from '../../../machines/feed.ts';
import { useAsk } from '../../console/context.ts';
import { watched } from '../../console/lives.ts';
import { present, type Present } from '../../resources/row.ts';

type Page = Present<ConversionsBehindQuery['page']>;
export type BehindFigure = Present<Page['figure']>;
export type BehindRow = Present<Page['results']>;
export type BehindQuestion = Omit<ConversionsBehindQueryVariables, 'after' | 'limit'>;

const PAGE = 500;
/** Up to here all is read without being asked for, so that the sum can be told beside the figure. */
const AT_ONCE = 5000;

export interface Behind {
  readonly rows: readonly BehindRow[] | null;
  /** As the report says it. */
  readonly figure: BehindFigure | null;
  readonly failure: Failure | null;
  /** Why the rows after those on the screen did not come. */
  readonly stuck: boolean;
  readonly busy: boolean;
  readonly again: () => void;
  /** Asks for the rows that follow; null at the end. */
  readonly more: (() => void) | null;
}

/** Reads the conversions behind a figure page by page (machines/feed.ts). The casts between the machine and the query's types are here and nowhere else. */
export const useBehind = (question: BehindQuestion): Behind => {
  const ask = useAsk();
  const [machine] = useState(() =>
    feedMachine.provide({
      actors: {
        page: fromPromise<FeedPage, { readonly question: object; readonly after: string | null }>(async ({ input, signal }) => {
          const { page } = await ask(ConversionsBehindDocument, { ...input.question as BehindQuestion, limit: PAGE, ...(input.after !== null && { after: input.after }) }, signal);
          return { rows: present(page?.results), next: page?.next ?? null, head: page?.figure ?? null };
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
  const again = useCallback(() => actor.send({ type: 'again' }), [actor]);
  const state = useSelector(actor, snapshot => snapshot);
  const { rows, head, failure, next } = state.context;
  const goesOn = state.matches('resting') && next !== null && rows !== null && rows.length < AT_ONCE;
  useEffect(() => { if (goesOn) more(); }, [goesOn, more]);
  return {
    rows: rows as readonly BehindRow[] | null,
    figure: head as BehindFigure | null,
    failure: state.matches('failed') ? failure : null,
    stuck: state.matches('stuck'),
    busy: state.matches('asking'),
    again,
    more: next === null ? null : more,
  };
};
