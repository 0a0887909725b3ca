import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { fromPromise } from 'xstate';
import { cvApprovalMachine } from '../../../machines/cv-approval.ts';
import {
  type Candidate,
  type Gathered,
  type Part,
  type PartAnswer,
  type Verdict,
} from '../../../machines/decision.ts';
import type { Decided } from '../../../machines/decision-hold.ts';
import type { Failure } from '../../../machines/failure.ts';
import { useExecute, type Console } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import type { LogParameters } from '../../resources/log.ts';
import { resultOperations, type Result } from '../../resources/results.ts';
import { present } from '../../resources/row.ts';
import { useOnChange } from '../use-on-change.ts';

type Execute = Console['execute'];

/** Maximum page size of results. */
const PAGE_SIZE = 500;

export const candidateOf = (
  row: Pick<Result, 'result_id' | 'version' | 'approval_status' | 'next_statuses' | 'amount' | 'cv_cost'>,
): Candidate => ({
  id: row.result_id,
  version: row.version,
  status: row.approval_status,
  next: present(row.next_statuses),
  amount: row.amount,
  cost: row.cv_cost,
});

/** Outcome of a decision request. */
export interface Settled {
  readonly verdict: Verdict;
  readonly decided: readonly Candidate[];
  readonly refused: readonly { readonly id: number }[];
  readonly isComplete: boolean;
}

interface Plan {
  readonly query: LogParameters;
  readonly rows: readonly Result[] | null;
  readonly onSettled: (settled: Settled) => void;
  /** Called when a part of the request was decided, with the duration of its hold. */
  readonly onDecided: (decided: Decided) => void;
  readonly onFailed: (failure: Failure) => void;
}

/** A random idempotency key: a part that is sent again with its key is not decided twice. */
const newKey = (): string => crypto.randomUUID();

/** The approval machine with its requests provided. */
const machineFor = (execute: Execute) =>
  cvApprovalMachine.provide({
    actors: {
      submit: fromPromise<PartAnswer, Part>(async ({ input: { verdict, reason, key, results }, signal }) => {
        const { done } = await execute(
          resultOperations.decide,
          {
            input: { to: verdict, reason, key, results: results.map(({ id, version }) => ({ id, version })) },
          },
          signal,
        );
        return { decided: done?.decided ?? 0, refused: present(done?.refused), holdMs: done?.hold_ms ?? 0 };
      }),
      gather: fromPromise<Gathered, { readonly query: object; readonly after: string | null }>(
        async ({ input, signal }) => {
          const logParameters = input.query as LogParameters;
          const { page } = await execute(
            resultOperations.candidates,
            { ...logParameters, limit: PAGE_SIZE, ...(input.after !== null && { after: input.after }) },
            signal,
          );
          return { rows: present(page?.results).map(candidateOf), next: page?.next ?? null };
        },
      ),
    },
  });

/**
 * Decides on the rows of a board (machines/cv-approval.ts). The casts between the machine's types and those
 * of the documents are here.
 */
export const useApproval = ({ query, rows, onSettled, onDecided, onFailed }: Plan) => {
  const execute = useExecute();
  const [machine] = useState(() => machineFor(execute));
  const actor = useActorRef(machine, watched);
  const state = useSelector(actor, snapshot => snapshot);
  const settled = useEffectEvent(onSettled);
  const decided = useEffectEvent(onDecided);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    const subscriptions = [
      actor.on('settled', event => settled(event)),
      actor.on('decided', event => decided(event)),
      actor.on('failed', event => failed(event.failure)),
    ];
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe();
    };
  }, [actor]);

  useOnChange(query, () => actor.send({ type: 'query.changed' }));

  const { selected } = state.context;
  const keys = useMemo(() => new Set(selected.map(({ id }) => String(id))), [selected]);
  return {
    state,
    send: actor.send,
    keys,
    select: (wanted: ReadonlySet<string>) => {
      const known = new Map(
        [...(rows ?? []).map(candidateOf), ...selected].map(candidate => [String(candidate.id), candidate]),
      );
      actor.send({ type: 'select', selected: [...wanted].flatMap(key => known.get(key) ?? []) });
    },
    gather: () => actor.send({ type: 'gather', query }),
    decide: (verdict: Verdict, only?: readonly Candidate[]) =>
      actor.send({ type: 'decide', verdict, key: newKey(), ...(only !== undefined && { only }) }),
  };
};
export type Approval = ReturnType<typeof useApproval>;
