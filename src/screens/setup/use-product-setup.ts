import { ProductSetupDocument } from '../../../graphql/generated/graphql.ts';
import { useMayWrite } from '../../console/context.ts';
import { useQueryState } from '../use-query.ts';

/** Setup state of a product. */
export interface ProductSetup {
  /** Null: unknown, since only users who may write settings may see where the tag was seen. */
  readonly hasTag: boolean | null;
  readonly hasAd: boolean;
}

/** @returns the setup state of a product; null while loading and after a failure */
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
