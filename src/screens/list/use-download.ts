import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import { downloadMachine, type FileRequest, type Progress } from '../../../machines/download.ts';
import type { Failure } from '../../../machines/failure.ts';
import { keepFile, useFetchFile, type CompleteFile, type FileWanted } from '../../console/downloads.ts';
import { watched } from '../../console/actor-registry.ts';

export interface Download {
  readonly is: 'idle' | 'preparing' | 'receiving' | 'finished' | 'failed';
  readonly progress: Progress | null;
  readonly failure: Failure | null;
  readonly start: (wanted: FileWanted) => void;
  readonly send: (event: 'cancel' | 'retry' | 'dismiss') => void;
}

/** Downloads and saves a file (machines/download.ts); unmounting cancels the download. */
export const useDownload = (onSaved: (file: CompleteFile) => void): Download => {
  const fetchFile = useFetchFile();
  // Provided on each render: the actor uses the latest implementations.
  const machine = downloadMachine.provide({
    actors: {
      fetch: fromPromise<unknown, FileRequest>(async ({ input, signal }) => {
        const file = await fetchFile(input.file as FileWanted, input.onProgress, signal);
        keepFile(file);
        onSaved(file);
      }),
    },
  });
  const actor = useActorRef(machine, watched);
  const { value, context } = useSelector(actor, snapshot => snapshot);
  const is = typeof value === 'string' ? value : value.fetching;
  return {
    is,
    progress: context.progress,
    failure: context.failure,
    start: file => actor.send({ type: 'start', file }),
    send: type => actor.send({ type }),
  };
};
