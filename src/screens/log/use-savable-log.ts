import { parseSearch, stringifySearch, type RawSearch } from '../../console/address.ts';
import { useSignedInData } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import type { AnyFilter, Condition } from '../../resources/filter.ts';
import { partConditions } from '../list/own-conditions.ts';
import type { Savable } from '../list/use-views.ts';
import type { TableSearch } from '../list/view.ts';

/** Changes of an address; undefined removes a parameter. */
type AddressChanges = Readonly<Record<string, string | undefined>>;

export interface SavableSearch extends TableSearch {
  readonly conditions: readonly Condition[];
}
interface SavableLogOptions<Search> {
  readonly name: string;
  readonly filters: readonly AnyFilter[];
  /** Current search with explicit columns. */
  readonly search: Search;
  readonly read: (raw: RawSearch) => Search;
  readonly write: (search: Search) => AddressChanges;
  readonly go: (changes: AddressChanges) => void;
}

/** Adapter between a log or a board and its saved views: period, filters, order and columns. */
export const useSavableLog = <Search extends SavableSearch>({
  name,
  filters,
  search,
  read,
  write,
  go,
}: SavableLogOptions<Search>): Savable => {
  const { lists } = useSignedInData();
  const product = useProduct();
  const addressOf = (one: Search): string => stringifySearch(write({ ...one, saved: null })).slice(1);
  const searchOf = (address: string): Search => read(parseSearch(address));
  return {
    screen: `log_${name}`,
    address: addressOf(search),
    hidden: search.hide ?? [],
    saved: search.saved,
    meant: address => {
      const saved = searchOf(address);
      return addressOf({
        ...saved,
        conditions: partConditions(saved.conditions, filters, lists, product.id).own,
      });
    },
    show: (address, saved) => go(write({ ...searchOf(address), saved })),
    mark: saved => go(write({ ...search, saved })),
  };
};
