import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { SETUP_STEPS } from '../../../machines/setup-steps.ts';
import { useChecklistChoice } from './checklist-choice.ts';
import { Checklist } from './checklist.tsx';

/** Screen of administrators whose company has no product yet. The checklist is shown even if it was hidden before. */
export const FirstProduct = () => {
  const [{ skipped }, store] = useChecklistChoice();
  const navigate = useNavigate();
  // The address may name a removed product, and would hide the one that is added here.
  useEffect(() => {
    void navigate({ to: '.', search: { product_id: undefined }, replace: true } as never);
  }, [navigate]);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id="setup.welcome" />
        </h1>
        <p>
          <FormattedMessage id="setup.lead" />
        </p>
      </header>
      <Checklist
        productId={null}
        steps={SETUP_STEPS}
        stored={[{ skipped, view: null }, store]}
        expectedView="expanded"
      />
    </article>
  );
};
