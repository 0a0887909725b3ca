import { ProductSetupDocument } from '../../../graphql/generated/graphql.ts';
import { useMayWrite } from '../../console/context.ts';
import { useQueryState } from '../use-query.ts';

/** What a product needs before anything is measured. */
export interface ProductSetup {
  /** Null: not known, as only those who set products up are told where the tag was seen. */
  readonly hasTag: boolean | null;
  readonly hasAd: boolean;
}

/** @returns what is set up of a product; null while it is loading and where it could not be loaded */
export const useProductSetup = (
  productId: number,
): { readonly setup: ProductSetup | null; readonly isLoading: boolean } => {
  const maySeeTag = useMayWrite('settings');
  const { answer, failure } = useQueryState(ProductSetupDocument, {
    id: productId,
    product_id: productId,
    tag: maySeeTag,
  });
  if (answer === null) return { setup: null, isLoading: failure === null };
  const verdict = answer.one?.verdict;
  return {
    setup: {
      hasTag: verdict === undefined ? null : verdict !== 'never',
      hasAd: (answer.page?.count ?? 0) > 0,
    },
    isLoading: false,
  };
};
