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

/** Uploads files to import with the session's token. */
export const useImports = (): Imports => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  return useMemo(() => createImports('/api/v1', session), [session]);
};
