import { useSelector } from '@xstate/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListName, Selection } from '../../machines/startup.ts';
import { useConsole, useSignedInData, useSelections } from './context.ts';

/** The current product, and the products of the user. */
export interface ProductChoice {
  /** Null: the address names a product that the user may not see, or there is no product. */
  readonly product: Selection | null;
  readonly products: readonly Selection[];
  readonly choose: (id: number) => void;
}

/**
 * Determines the current product: that of the address (so that a shared link shows what its sender saw), else
 * the last chosen one, else the first. An unknown id in the address gives null instead of another product.
 * @param address the address's `product_id`, unparsed
 */
export const productOf = (
  address: string | undefined,
  chosen: number | null,
  products: readonly Selection[],
): Selection | null => {
  if (address !== undefined) return products.find(product => String(product.id) === address) ?? null;
  return products.find(product => product.id === chosen) ?? products[0] ?? null;
};

export const useProductChoice = (): ProductChoice => {
  const { actor } = useConsole();
  const products = useSelections('product');
  const address = useSearch({
    strict: false,
    select: search => (search as Readonly<Record<string, string | undefined>>)['product_id'],
  });
  // The address decides: a change of the chosen product would render the screen once more for nothing.
  const chosen = useSelector(actor, state => (address === undefined ? state.context.product : null));
  const navigate = useNavigate();
  return {
    product: productOf(address, chosen, products),
    products,
    choose: id => {
      actor.send({ type: 'product.choose', id });
      void navigate({
        to: '.',
        search: (search: Readonly<Record<string, unknown>>) => ({ ...search, product_id: String(id) }),
      } as never);
    },
  };
};

/**
 * The current product.
 * @throws without a product; the shell renders no screen in that case
 */
export const useProduct = (): Selection => {
  const { product } = useProductChoice();
  if (product === null) throw new Error('This belongs inside the shell.');
  return product;
};

/** First day of the weeks of the current product: 0 Sunday, 1 Monday. */
export const useWeekStart = (): 0 | 1 => useProductChoice().product?.weekStart ?? 0;

/**
 * Entries that may be chosen for a product: its own, and those without a product.
 * @param wanted group of the entries; default: all groups
 */
export const choosableFor = (
  entries: readonly Selection[],
  own: number | undefined,
  wanted?: number,
): readonly Selection[] =>
  entries.filter(
    ({ product, group }) =>
      (product === undefined || product === own) && (wanted === undefined || group === wanted),
  );

/** Returns the entries of a start-up list, or of one of its groups, that may be chosen for the current product. */
export const useChoosable = (): ((from: {
  readonly list: ListName;
  readonly group?: number;
}) => readonly Selection[]) => {
  const { lists } = useSignedInData();
  const own = useProductChoice().product?.id;
  return useCallback(({ list, group }) => choosableFor(lists[list], own, group), [lists, own]);
};
