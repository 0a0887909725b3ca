import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { createImports, type Imports } from '../gateway/imports.ts';
import { useConsole } from './context.ts';

export type {
  ChosenFile,
  ImportCounts,
  ImportError,
  ImportKind,
  ImportOutcome,
  ImportPreview,
} from '../gateway/imports.ts';

/** Sends files to be imported as who is signed in. */
export const useImports = (): Imports => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  return useMemo(() => createImports('/api/v1', session), [session]);
};
