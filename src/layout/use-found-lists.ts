import { isPartial } from '../../machines/signed-in-data.ts';
import { LIST_NAMES, type Lists } from '../../machines/startup.ts';
import { useSignedInData } from '../console/context.ts';
import { entrySearchOf, foundOf } from '../console/entry-search.ts';
import { useDebouncedValue } from '../screens/record/side-panels/use-debounced-value.ts';
import { useQueryMachine } from '../screens/use-query.ts';

/** Maximum number of entries that a search returns per list. */
const MAX_FOUND = 50;

/**
 * The start-up lists, with partial lists extended by the entries that the server finds for the typed text.
 */
export const useFoundLists = (query: string): Lists => {
  const known = useSignedInData();
  const partial = LIST_NAMES.filter(list => isPartial(known, list));
  const text = useDebouncedValue(query.trim());
  const { document, variables } = entrySearchOf({
    lists: partial,
    text: partial.length === 0 ? '' : text,
    size: MAX_FOUND,
  });
  const { answer } = useQueryMachine(document, variables, async (execute, parameters, signal) => {
    const { search } = parameters.variables as typeof variables;
    return search === '' ? {} : execute(document, parameters.variables as typeof variables, signal);
  });
  if (answer === null) return known.lists;
  const found = partial.map(list => {
    const entries =
      foundOf(answer, list)?.entries.filter(({ id }) => !known.lists[list].some(one => one.id === id)) ?? [];
    return [list, [...known.lists[list], ...entries]] as const;
  });
  return { ...known.lists, ...Object.fromEntries(found) };
};
