import { EntrySearchDocument, type EntrySearchQuery } from '../../graphql/generated/graphql.ts';
import type { EntryIds } from '../../machines/signed-in-data.ts';
import type { ListName, Lists, Selection } from '../../machines/startup.ts';
import type { Ask } from '../gateway/client.ts';
import { selectionsOf, totalOf } from './ports.ts';

/** The lists of which the server sends only a part when they are long; all other lists are sent complete. */
const SEARCHED_LISTS = ['agency', 'ad', 'redirect', 'asp', 'cvSetting', 'adCategory', 'adType'] as const;
type SearchedList = (typeof SEARCHED_LISTS)[number];
const isSearched = (list: ListName): list is SearchedList => SEARCHED_LISTS.some(one => one === list);

/** The longest `where` that the server takes has room for this many ids. */
const MAX_IDS_PER_REQUEST = 500;
const wantedOf = (lists: readonly ListName[]): Record<SearchedList, boolean> =>
  Object.fromEntries(SEARCHED_LISTS.map(list => [list, lists.includes(list)])) as Record<
    SearchedList,
    boolean
  >;

interface EntrySearch {
  readonly lists: readonly ListName[];
  /** Of a list whose entries are in groups, the group that is wanted. */
  readonly group?: number | undefined;
  /** Of lists whose entries belong to products, the product that is wanted; all products unless stated. */
  readonly product?: number | undefined;
  readonly text: string;
  readonly size: number;
}

/** The query of a search in lists, for `useQueryState`; `foundOf` reads its answer. */
export const entrySearchOf = ({ lists, group, product, text, size }: EntrySearch) => {
  // Agencies belong to the company.
  const ofProduct = product !== undefined && !lists.includes('agency');
  const conditions = [
    ...(ofProduct ? [`product_id=${product}`] : []),
    ...(group === undefined ? [] : [`sequence=${group}`]),
  ];
  return {
    document: EntrySearchDocument,
    variables: { ...wantedOf(lists), page_size: size, where: conditions.join('&'), search: text },
  };
};

interface Found {
  readonly entries: readonly Selection[];
  /** How many entries the search would find in all. */
  readonly total: number;
}

/** @returns what a search found in a list; null: the list was not searched */
export const foundOf = (answer: EntrySearchQuery, list: ListName): Found | null => {
  const page = isSearched(list) ? answer[list] : null;
  return page ? { entries: selectionsOf(page), total: totalOf(page) } : null;
};

const loadList = async (
  ask: Ask,
  list: SearchedList,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly Selection[]> => {
  const count = Math.ceil(ids.length / MAX_IDS_PER_REQUEST);
  const parts = Array.from({ length: count }, (_, at) =>
    ids.slice(at * MAX_IDS_PER_REQUEST, (at + 1) * MAX_IDS_PER_REQUEST),
  );
  const answers = await Promise.all(
    parts.map(part => {
      const variables = {
        ...wantedOf([list]),
        page_size: MAX_IDS_PER_REQUEST,
        where: `id__in=${part.join(',')}`,
        search: '',
      };
      return ask(EntrySearchDocument, variables, signal);
    }),
  );
  return answers.flatMap(answer => selectionsOf(answer[list]));
};

/** Loads entries by their ids; those that do not exist are left out. */
export const loadEntries = async (
  ask: Ask,
  wanted: EntryIds,
  signal: AbortSignal,
): Promise<Partial<Lists>> => {
  const loaded = await Promise.all(
    SEARCHED_LISTS.map(async list => [list, await loadList(ask, list, wanted[list] ?? [], signal)] as const),
  );
  return Object.fromEntries(loaded);
};
