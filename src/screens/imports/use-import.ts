import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { fromPromise } from 'xstate';
import type { Failure } from '../../../machines/failure.ts';
import { importMachine, type Previewed } from '../../../machines/import.ts';
import {
  useImports,
  type ChosenFile,
  type ImportKind,
  type ImportOutcome,
  type ImportPreview,
} from '../../console/imports.ts';
import { watched } from '../../console/actor-registry.ts';

export interface ImportView {
  readonly is: 'choosing' | 'reading' | 'previewed' | 'applying' | 'refused' | 'done';
  readonly busy: boolean;
  readonly file: File | null;
  readonly preview: ImportPreview | null;
  readonly outcome: ImportOutcome | null;
  readonly failure: Failure | null;
  readonly choose: (file: File) => void;
  readonly send: (event: 'chooseAnother' | 'cancel' | 'retry' | 'apply') => void;
}

/**
 * Workflow of an import (machines/import.ts); unmounting aborts a preview.
 * @param onApplied called once with the outcome
 */
export const useImport = (
  kind: ImportKind,
  productId: number,
  onApplied: (outcome: ImportOutcome) => void,
): ImportView => {
  const imports = useImports();
  // Provided on each render: the actor uses the latest implementations.
  const actor = useActorRef(
    importMachine.provide({
      actors: {
        preview: fromPromise<Previewed, { readonly chosen: object }>(({ input, signal }) =>
          imports.preview(input.chosen as ChosenFile, signal),
        ),
        apply: fromPromise<object, { readonly chosen: object; readonly digest: string }>(
          ({ input, signal }) => imports.apply(input.chosen as ChosenFile, input.digest, signal),
        ),
      },
    }),
    watched,
  );
  const { value, context, busy } = useSelector(
    actor,
    snapshot => ({ value: snapshot.value, context: snapshot.context, busy: snapshot.hasTag('busy') }),
    (a, b) => a.value === b.value && a.context === b.context,
  );
  const outcome = context.outcome as ImportOutcome | null;
  const reportDone = useEffectEvent(() => {
    if (outcome !== null) onApplied(outcome);
  });
  useEffect(() => {
    if (value === 'done') reportDone();
  }, [value]);
  return {
    is: value,
    busy,
    file: (context.chosen as ChosenFile | null)?.file ?? null,
    preview: context.preview as ImportPreview | null,
    outcome,
    failure: context.failure,
    choose: file => actor.send({ type: 'choose', chosen: { file, kind, productId } satisfies ChosenFile }),
    send: type => actor.send({ type }),
  };
};
