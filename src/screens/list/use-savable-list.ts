import { parseSearch, stringifySearch } from '../../console/address.ts';
import { useKnown } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { partConditions } from './own-conditions.ts';
import type { Savable } from './use-views.ts';
import { searchOfView, viewOf, writeListSearch, type ListSearch, type Shape } from './view.ts';

/** A search as a saved view stores it: the query string of an address, without its question mark. */
const addressOf = (search: ListSearch): string => stringifySearch(writeListSearch(viewOf(search))).slice(1);

/**
 * A list as something that can be saved by name.
 *
 * @param screen the resource's name
 * @param search what is shown, with its columns named
 */
export const useSavableList = (
  screen: string,
  search: ListSearch,
  shape: Shape,
  go: (next: ListSearch) => void,
): Savable => {
  const { lists } = useKnown();
  const { product } = useProductChoice();
  /**
   * A view as it was saved: the list leaves out conditions of another product than its current one, and
   * reports it.
   */
  const searchOf = (address: string): ListSearch => searchOfView(parseSearch(address), shape);
  return {
    screen,
    address: addressOf(search),
    hidden: search.hide ?? [],
    saved: search.saved,
    meant: address => {
      const saved = searchOf(address);
      return addressOf(
        product === null
          ? saved
          : { ...saved, conditions: partConditions(saved.conditions, shape.filters, lists, product.id).own },
      );
    },
    show: (address, saved) => go({ ...searchOf(address), saved }),
    mark: saved => go({ ...search, saved }),
  };
};
