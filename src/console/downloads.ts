import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { createDownloads, type FetchFile, type WholeFile } from '../gateway/download.ts';
import { useConsole } from './context.ts';

export type { FileFormat, FileWanted } from '../gateway/download.ts';

/** Fetches files of the API as who is signed in. */
export const useFetchFile = (): FetchFile => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  return useMemo(() => createDownloads('/api/v1', session), [session]);
};

/** Milliseconds that a browser may take to begin saving a file before its address is revoked. */
const KEPT_WITHIN = 60_000;

/** Passes a complete file to the browser, which saves it where the user's downloads are saved. */
export const keepFile = ({ name, contents }: WholeFile): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_WITHIN);
};
