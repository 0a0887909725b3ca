import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { fromPromise } from 'xstate';
import { downloadMachine, type FileRequest, type Progress } from '../../../machines/download.ts';
import type { Failure } from '../../../machines/failure.ts';
import { keepFile, useFetchFile, type FileWanted } from '../../console/downloads.ts';
import { watched } from '../../console/actor-registry.ts';

export interface Download {
  readonly is: 'idle' | 'preparing' | 'receiving' | 'finished' | 'failed';
  readonly progress: Progress | null;
  readonly failure: Failure | null;
  readonly start: (wanted: FileWanted) => void;
  readonly send: (event: 'cancel' | 'retry' | 'dismiss') => void;
}

/**
 * Downloads and saves a file (machines/download.ts); unmounting cancels the download.
 * @param onSaved called with the number of rows in the file; null: unknown
 */
export const useDownload = (onSaved: (rows: number | null) => void): Download => {
  const fetchFile = useFetchFile();
  // Provided on each render: the actor uses the latest implementations.
  const machine = downloadMachine.provide({
    actors: {
      fetch: fromPromise<unknown, FileRequest>(async ({ input, signal }) =>
        keepFile(await fetchFile(input.file as FileWanted, input.onProgress, signal)),
      ),
    },
  });
  const actor = useActorRef(machine, watched);
  const { value, context } = useSelector(actor, snapshot => snapshot);
  const is = typeof value === 'string' ? value : value.fetching;
  const reportTotal = useEffectEvent(() => onSaved(context.progress?.total ?? null));
  useEffect(() => {
    if (is === 'finished') reportTotal();
  }, [is]);
  return {
    is,
    progress: context.progress,
    failure: context.failure,
    start: file => actor.send({ type: 'start', file }),
    send: type => actor.send({ type }),
  };
};
