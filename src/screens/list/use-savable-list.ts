import { parseSearch, stringifySearch } from '../../console/address.ts';
import { useSignedInData } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { partConditions } from './own-conditions.ts';
import type { Savable } from './use-views.ts';
import { searchOfView, viewOf, writeListSearch, type ListSearch, type Shape } from './view.ts';

/** The parameters that a saved view stores, as a query string without question mark. */
const addressOf = (search: ListSearch): string => stringifySearch(writeListSearch(viewOf(search))).slice(1);

/**
 * Adapter between a list and its saved views.
 * @param screen name of the resource
 * @param search current search with explicit columns
 */
export const useSavableList = (
  screen: string,
  search: ListSearch,
  shape: Shape,
  go: (next: ListSearch) => void,
): Savable => {
  const { lists } = useSignedInData();
  const { product } = useProductChoice();
  /** Parses the address of a saved view. The list itself drops and reports conditions of other products. */
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
