import { useEffect } from 'react';
import type { IntlShape } from 'react-intl';
import { idsToLookUp, namesIn, type EntryIds, type SignedInData } from '../../machines/signed-in-data.ts';
import type { ListName } from '../../machines/startup.ts';
import { useConsole, useSignedInData } from './context.ts';

/**
 * Requests the titles of shown entries that a list lacks. Known ids and ids that were requested
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

/** @returns the title of an entry of a list; that of a deleted one is marked, one without a title is named by its id */
export const entryTitle = (intl: IntlShape, known: SignedInData, list: ListName, id: number): string => {
  const entry = known.lists[list].find(one => one.id === id);
  if (entry !== undefined) return entry.title;
  if (idsToLookUp(known, list, [id]).length > 0) return `#${id}`;
  const title = known.deleted[list]?.find(one => one.id === id)?.title;
  return title === undefined
    ? intl.formatMessage({ id: 'form.deleted_option' }, { id: String(id) })
    : intl.formatMessage({ id: 'form.deleted_entry' }, { title });
};
