import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { createDownloads, type FetchFile, type CompleteFile } from '../gateway/download.ts';
import { useConsole } from './context.ts';

export type { CompleteFile, FileFormat, FileWanted } from '../gateway/download.ts';

/** Downloads files of the API with the session's token. */
export const useFetchFile = (): FetchFile => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  return useMemo(() => createDownloads('/api/v1', session), [session]);
};

/** Time in ms before the object URL of a file is revoked, within which the browser must begin to save it. */
const URL_LIFETIME_MS = 60_000;

/** Passes a complete file to the browser, which saves it in the download folder. */
export const keepFile = ({ name, contents }: Pick<CompleteFile, 'name' | 'contents'>): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(contents);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS);
};
