import { useEffect } from 'react';
import { idsToLookUp, namesIn, type EntryIds } from '../../machines/signed-in-data.ts';
import { useConsole, useSignedInData } from './context.ts';

/**
 * Requests the titles of shown entries that a partial list lacks. Known ids and ids that were requested
 * before are skipped.
 */
export const useTitlesOf = (shown: EntryIds): void => {
  const { actor } = useConsole();
  const known = useSignedInData();
  const missing = namesIn(shown)
    .map(list => [list, idsToLookUp(known, list, shown[list] ?? [])] as const)
    .filter(([, ids]) => ids.length > 0);
  const request = JSON.stringify(Object.fromEntries(missing));
  useEffect(() => {
    if (request !== '{}') actor.send({ type: 'entries.wanted', entries: JSON.parse(request) as EntryIds });
  }, [actor, request]);
};
