import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { PreviewRecomputeDocument, RecomputeDocument, type PreviewRecomputeMutation, type RecomputeMutation } from '../../../graphql/generated/graphql.ts';
import { recomputingMachine, type Foreseen } from '../../../machines/recomputing.ts';
import { useAsk } from '../../console/context.ts';
import { watched } from '../../console/lives.ts';
import type { Present } from '../../resources/row.ts';

export interface Period { readonly product_id: number; readonly from: string; readonly to: string }
export type Preview = Present<PreviewRecomputeMutation['preview']>;
export type Outcome = Present<RecomputeMutation['done']>;

/** Nothing came back: no preview, no outcome. */
const NONE = { made: 0, moved: 0, rejudged: 0 };

/** Judges a period anew (machines/recomputing.ts). The casts between the machine and the documents' types are here and nowhere else. */
export const useRecomputing = (period: Period) => {
  const ask = useAsk();
  const [machine] = useState(() => recomputingMachine.provide({
    actors: {
      look: fromPromise<Foreseen, { readonly question: object }>(async ({ input, signal }) => {
        const { preview } = await ask(PreviewRecomputeDocument, { input: { ...input.question as Period } }, signal, 'screen');
        return preview ?? { ...NONE, digest: '' };
      }),
      apply: fromPromise<object, { readonly question: object; readonly digest: string }>(async ({ input, signal }) =>
        (await ask(RecomputeDocument, { input: { ...input.question as Period, digest: input.digest } }, signal)).done ?? NONE),
    },
  }));
  const actor = useActorRef(machine, { ...watched, input: { question: period } });
  const words = JSON.stringify(period);
  const asked = useRef(words);
  useEffect(() => {
    if (asked.current === words) return;
    asked.current = words;
    actor.send({ type: 'choose', question: JSON.parse(words) as object });
  }, [actor, words]);
  const state = useSelector(actor, snapshot => snapshot);
  const { foreseen, outcome } = state.context;
  return { state, send: actor.send, preview: foreseen as Preview | null, outcome: outcome as Outcome | null };
};
export type Recomputing = ReturnType<typeof useRecomputing>;
