import { useEffect } from 'react';
import { idsToLookUp, namesIn, type EntryIds } from '../../machines/signed-in-data.ts';
import { useConsole, useKnown } from './context.ts';

/**
 * Looks up the titles of entries that the screen shows and that a partial list lacks. Ids that are known or
 * were looked up before are not requested again.
 */
export const useTitlesOf = (shown: EntryIds): void => {
  const { actor } = useConsole();
  const known = useKnown();
  const missing = namesIn(shown)
    .map(list => [list, idsToLookUp(known, list, shown[list] ?? [])] as const)
    .filter(([, ids]) => ids.length > 0);
  const request = JSON.stringify(Object.fromEntries(missing));
  useEffect(() => {
    if (request !== '{}') actor.send({ type: 'entries.wanted', entries: JSON.parse(request) as EntryIds });
  }, [actor, request]);
};
