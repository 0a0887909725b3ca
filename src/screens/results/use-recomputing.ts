import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import {
  ApplyRecomputationDocument,
  CancelRecomputationDocument,
  CurrentRecomputationDocument,
  PlanRecomputationDocument,
  RecomputationDocument,
  type RecomputationProgressFragment,
} from '../../../graphql/generated/graphql.ts';
import { recomputationMachine, type Job } from '../../../machines/recomputation.ts';
import { useExecute } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import { present, type Present } from '../../resources/row.ts';

export interface Period {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
}
export type Recomputation = Present<RecomputationProgressFragment>;
/** Failure if the gateway returns null: there is no such recomputation. */
const MISSING = { kind: 'missing', code: 'not_found' } as const;

const jobOf = (found: Recomputation): Recomputation & Job => ({
  ...found,
  isRunning: found.state === 'planning' || found.state === 'applying',
  isPlanned: found.state === 'planned',
  isDropped: found.state === 'cancelled' && found.digest === '',
});
const required = (found: Recomputation | null | undefined): Job => {
  if (found === null || found === undefined) throw MISSING;
  return jobOf(found);
};
/**
 * Whether a recomputation is shown for a period: one being applied always, a plan only for its own period.
 */
const concerns = ({ state, from, to }: Recomputation, period: Period): boolean =>
  state === 'applying' ||
  ((state === 'planning' || state === 'planned') && from === period.from && to === period.to);

/**
 * Recomputes a period (machines/recomputation.ts). The casts between the machine's types and those of the
 * documents are only here.
 */
export const useRecomputing = (period: Period) => {
  const execute = useExecute();
  const [machine] = useState(() =>
    recomputationMachine.provide({
      actors: {
        find: fromPromise<Job | null, { readonly query: object }>(async ({ input, signal }) => {
          const query = input.query as Period;
          const { product_id } = query;
          const { one } = await execute(CurrentRecomputationDocument, { product_id }, signal, 'screen');
          const found = present(one?.recomputations).find(job => concerns(job, query));
          return found === undefined ? null : jobOf(found);
        }),
        plan: fromPromise<Job, { readonly query: object }>(async ({ input, signal }) => {
          const query = { ...(input.query as Period) };
          return required(
            (await execute(PlanRecomputationDocument, { input: query }, signal, 'screen')).saved,
          );
        }),
        read: fromPromise<Job, { readonly id: number }>(async ({ input: { id }, signal }) =>
          required((await execute(RecomputationDocument, { id }, signal, 'screen')).one),
        ),
        apply: fromPromise<Job, { readonly id: number; readonly digest: string }>(
          async ({ input: { id, digest }, signal }) =>
            required((await execute(ApplyRecomputationDocument, { id, input: { digest } }, signal)).saved),
        ),
        cancel: fromPromise<Job, { readonly id: number }>(async ({ input: { id }, signal }) =>
          required((await execute(CancelRecomputationDocument, { id }, signal)).saved),
        ),
      },
    }),
  );
  const actor = useActorRef(machine, { ...watched, input: { query: period } });
  const query = JSON.stringify(period);
  const sent = useRef(query);
  useEffect(() => {
    if (sent.current === query) return;
    sent.current = query;
    actor.send({ type: 'choose', query: JSON.parse(query) as object });
  }, [actor, query]);
  const state = useSelector(actor, snapshot => snapshot);
  return { state, send: actor.send, job: state.context.job as Recomputation | null };
};
export type Recomputing = ReturnType<typeof useRecomputing>;
