import { parseSearch, stringifySearch } from '../../console/address.ts';
import { useSignedInData } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { partConditions } from '../list/own-conditions.ts';
import type { Savable } from '../list/use-views.ts';
import { readLogSearch, writeLogSearch, type LogSearch, type LogShape } from './search.ts';

interface SavableLogOptions {
  readonly name: string;
  readonly shape: LogShape;
  /** Current search with explicit columns. */
  readonly search: LogSearch;
  readonly go: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** Adapter between a log and its saved views: period, filters, order and columns. */
export const useSavableLog = ({ name, shape, search, go }: SavableLogOptions): Savable => {
  const { lists } = useSignedInData();
  const product = useProduct();
  const addressOf = (one: LogSearch): string =>
    stringifySearch(writeLogSearch({ ...one, saved: null }, shape)).slice(1);
  const searchOf = (address: string): LogSearch => readLogSearch(parseSearch(address), shape);
  return {
    screen: `log_${name}`,
    address: addressOf(search),
    hidden: search.hide ?? [],
    saved: search.saved,
    meant: address => {
      const saved = searchOf(address);
      return addressOf({
        ...saved,
        conditions: partConditions(saved.conditions, shape.filters, lists, product.id).own,
      });
    },
    show: (address, saved) => go(writeLogSearch({ ...searchOf(address), saved }, shape)),
    mark: saved => go(writeLogSearch({ ...search, saved }, shape)),
  };
};
