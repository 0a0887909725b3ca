import { FormattedMessage } from 'react-intl';
import { Empty, Nothing, RowsPlaceholder } from '../../components/states.tsx';
import { useProduct } from '../../console/product.ts';
import { SetupSteps } from './setup-steps.tsx';
import { useProductSetup } from './use-product-setup.ts';

/** Empty state of a report or log: missing setup steps of the product, or that no data matches the query. */
export const EmptyData = () => {
  const product = useProduct();
  const { setup, isLoading } = useProductSetup(product.id);
  if (isLoading) return <RowsPlaceholder rows={4} />;
  if (setup === null || (setup.hasAd && setup.hasTag !== false))
    return <Empty title="state.empty" hint="state.empty_hint" />;
  return (
    <Nothing title={<FormattedMessage id="setup.empty" />}>
      <p>
        <FormattedMessage id="setup.lead" />
      </p>
      <SetupSteps productId={product.id} setup={setup} />
    </Nothing>
  );
};
