import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import {
  SyncRunNowDocument,
  SyncRunsDocument,
  type SyncRunsQuery,
} from '../../../graphql/generated/graphql.ts';
import type { Failure } from '../../../machines/failure.ts';
import { syncRunsMachine, type RunList } from '../../../machines/sync-runs.ts';
import { useExecute } from '../../console/context.ts';
import { watched } from '../../console/actor-registry.ts';
import { useImports } from '../../console/imports.ts';
import { present, type Present } from '../../resources/row.ts';

export type SyncRunRow = Present<Present<SyncRunsQuery['page']>['results']>;

export interface SyncRunsView {
  readonly is: 'loading' | 'polling' | 'failed' | 'idle' | 'starting';
  /** Null: not loaded yet. */
  readonly runs: readonly SyncRunRow[] | null;
  readonly running: boolean;
  readonly failure: Failure | null;
  readonly run: (file: File | null) => void;
  readonly reload: () => void;
}

/** The runs of a sync setting (machines/sync-runs.ts). */
export const useSyncRuns = (id: number): SyncRunsView => {
  const execute = useExecute();
  const imports = useImports();
  // Provided on each render: the actor uses the latest implementations.
  const actor = useActorRef(
    syncRunsMachine.provide({
      actors: {
        reload: fromPromise<RunList, undefined>(async ({ signal }) => {
          const { page } = await execute(SyncRunsDocument, { id }, signal);
          const runs = present(page?.results);
          return { runs, running: runs.some(({ state }) => state === 'running') };
        }),
        start: fromPromise<unknown, { readonly file: object | null }>(({ input, signal }) =>
          input.file === null
            ? execute(SyncRunNowDocument, { id }, signal)
            : imports.upload(id, input.file as File, signal),
        ),
      },
    }),
    watched,
  );
  const { value, context } = useSelector(actor, snapshot => snapshot);
  return {
    is: value,
    runs: (context.runs?.runs as readonly SyncRunRow[] | undefined) ?? null,
    running: context.runs?.running ?? false,
    failure: context.failure,
    run: file => actor.send({ type: 'run', file }),
    reload: () => actor.send({ type: 'reload' }),
  };
};
