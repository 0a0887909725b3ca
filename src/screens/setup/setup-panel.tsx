import { FormattedMessage } from 'react-intl';
import { useSelections } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { SetupSteps } from './setup-steps.tsx';
import { useProductSetup } from './use-product-setup.ts';

/** Panel with the remaining setup steps, while the current product has no ad. */
export const SetupPanel = () => {
  const { product } = useProductChoice();
  const hasAd = useSelections('ad').some(ad => ad.product === product?.id);
  return product === null || hasAd ? null : <Steps productId={product.id} />;
};

const Steps = ({ productId }: { readonly productId: number }) => {
  const { setup } = useProductSetup(productId);
  if (setup === null || setup.hasAd) return null;
  return (
    <section className="tp-panel tp-setup-panel" aria-labelledby="setup-title">
      <h2 id="setup-title">
        <FormattedMessage id="setup.title" />
      </h2>
      <p>
        <FormattedMessage id="setup.lead" />
      </p>
      <SetupSteps productId={productId} setup={setup} />
    </section>
  );
};
