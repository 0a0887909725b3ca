import { EntrySearchDocument, type EntrySearchQuery } from '../../graphql/generated/graphql.ts';
import type { EntryIds, Renewed } from '../../machines/signed-in-data.ts';
import type { ListName, Selection } from '../../machines/startup.ts';
import type { Execute } from '../gateway/client.ts';
import { selectionsOf, totalOf } from './ports.ts';

/** Lists of which the server sends only the first page if they are long; other lists are complete. */
const SEARCHED_LISTS = ['agency', 'ad', 'redirect', 'asp', 'cvSetting', 'adCategory', 'adType'] as const;
type SearchedList = (typeof SEARCHED_LISTS)[number];
const isSearched = (list: ListName): list is SearchedList => SEARCHED_LISTS.some(one => one === list);

/** Maximum number of ids in one request, within the server's limit for `where`. */
const MAX_IDS_PER_REQUEST = 500;
const wantedOf = (lists: readonly ListName[]): Record<SearchedList, boolean> =>
  Object.fromEntries(SEARCHED_LISTS.map(list => [list, lists.includes(list)])) as Record<
    SearchedList,
    boolean
  >;

interface EntrySearch {
  readonly lists: readonly ListName[];
  /** The wanted group of a list with groups. */
  readonly group?: number | undefined;
  /** The wanted product of lists whose entries belong to products; default: all products. */
  readonly product?: number | undefined;
  readonly text: string;
  readonly size: number;
}

/** GraphQL document and variables of a search in lists, for `useQueryState`; `foundOf` reads the result. */
export const entrySearchOf = ({ lists, group, product, text, size }: EntrySearch) => {
  // Agencies belong to the company, not to a product.
  const ofProduct = product !== undefined && !lists.includes('agency');
  const conditions = [
    ...(ofProduct ? [`product_id=${product}`] : []),
    ...(group === undefined ? [] : [`sequence=${group}`]),
  ];
  return {
    document: EntrySearchDocument,
    variables: {
      ...wantedOf(lists),
      page_size: size,
      where: conditions.join('&'),
      search: text,
      show_deleted: false,
    },
  };
};

interface Found {
  readonly entries: readonly Selection[];
  /** Total number of matching entries. */
  readonly total: number;
}

/** @returns the matching entries of a list; null: the list was not searched */
export const foundOf = (answer: EntrySearchQuery, list: ListName): Found | null => {
  const page = isSearched(list) ? answer[list] : null;
  return page ? { entries: selectionsOf(page), total: totalOf(page) } : null;
};

/** Entries by id, and those of them that are deleted. */
interface Loaded {
  readonly entries: readonly Selection[];
  readonly deleted: readonly Selection[];
}

const loadList = async (
  execute: Execute,
  list: SearchedList,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Loaded> => {
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
        show_deleted: true,
      };
      return execute(EntrySearchDocument, variables, signal);
    }),
  );
  const isDeleted = new Set(
    answers
      .flatMap(answer => answer[list]?.results ?? [])
      .map(row => (row?.status === false ? row.id : null)),
  );
  const found = answers.flatMap(answer => selectionsOf(answer[list]));
  return {
    entries: found.filter(({ id }) => !isDeleted.has(id)),
    deleted: found.filter(({ id }) => isDeleted.has(id)),
  };
};

/** Loads entries by id, deleted ones apart; ids that do not exist are left out. */
export const loadEntries = async (
  execute: Execute,
  wanted: EntryIds,
  signal: AbortSignal,
): Promise<Pick<Renewed, 'entries' | 'deleted'>> => {
  const loaded = await Promise.all(
    SEARCHED_LISTS.map(
      async list => [list, await loadList(execute, list, wanted[list] ?? [], signal)] as const,
    ),
  );
  const part = (name: keyof Loaded) => Object.fromEntries(loaded.map(([list, found]) => [list, found[name]]));
  return { entries: part('entries'), deleted: part('deleted') };
};
