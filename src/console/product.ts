import { useSelector } from '@xstate/react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { ListName, Selection } from '../../machines/startup.ts';
import { useConsole, useKnown, useSelections } from './context.ts';

/** The product one works on, and what there is to choose from. */
export interface ProductChoice {
  /** Null when the address names one that the user may not see, or there is none at all. */
  readonly product: Selection | null;
  readonly products: readonly Selection[];
  readonly choose: (id: number) => void;
}

/**
 * Which product counts: the address wins (a copied link shows what its sender saw), then what was chosen
 * last, then the
 * first. An id in the address that is not in the user's list is nothing, never silently another product.
 *
 * @param address the `product_id` of the address as written there
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
  const chosen = useSelector(actor, state => state.context.product);
  const address = useSearch({
    strict: false,
    select: search => (search as Readonly<Record<string, string | undefined>>)['product_id'],
  });
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

/** The product of the screen. The shell shows no screen without one, so here there always is one. */
export const useProduct = (): Selection => {
  const { product } = useProductChoice();
  if (product === null) throw new Error('This belongs inside the shell.');
  return product;
};

/**
 * What may be chosen for a product: its own entries, and those of no product.
 *
 * @param group only those of it
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

/**
 * The entries of a start-up list, or of one group of it, that may be chosen.
 * @param of the product that owns the record; by default the current product
 */
export const useChoosable = (
  of?: number,
): ((from: { readonly list: ListName; readonly group?: number }) => readonly Selection[]) => {
  const { lists } = useKnown();
  const { product: chosen } = useProductChoice();
  const own = of ?? chosen?.id;
  return useCallback(({ list, group }) => choosableFor(lists[list], own, group), [lists, own]);
};
