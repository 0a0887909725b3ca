import { FormattedMessage } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { SetupSteps } from './setup-steps.tsx';

/** Screen of administrators whose company has no product yet. */
export const FirstProduct = () => (
  <section className="empty">
    <Icon large name="product" />
    <h1>
      <FormattedMessage id="setup.welcome" />
    </h1>
    <p>
      <FormattedMessage id="setup.lead" />
    </p>
    <SetupSteps productId={null} setup={{ hasTag: false, hasAd: false }} />
  </section>
);
