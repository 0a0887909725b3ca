import { ErasuresDocument } from '../../../graphql/generated/graphql.ts';
import { useProduct } from '../../console/product.ts';
import { useQueryState } from '../use-query.ts';

/** The newest requests to erase visitors of the product. */
export const useErasures = () => useQueryState(ErasuresDocument, { product_id: useProduct().id });
