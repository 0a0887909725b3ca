import { Link } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SampleFacts } from '../../../machines/setup-steps.ts';
import { Button } from '../../components/button.tsx';
import type { LoadedChecklist } from './use-checklist.ts';
import { useSampleData } from './use-sample-data.ts';

const hintOf = (sample: SampleFacts | null) => {
  if (sample === null) return 'setup.sample_hint' as const;
  return sample.isLoaded ? ('setup.sample_present' as const) : ('setup.sample_unfinished' as const);
};

/** Line below the steps that loads sample data into a company without events, or removes it. */
export const SampleData = ({ facts, productId, send }: LoadedChecklist) => {
  const intl = useIntl();
  const { load, remove } = useSampleData(() => send({ type: 'reload' }));
  const { product, sample } = facts;
  if (sample === null && product !== null && (product.hasAccesses || product.hasClicks)) return null;
  return (
    <div className="tp-checklist-sample">
      <p>
        <FormattedMessage id={hintOf(sample)} />
      </p>
      {sample?.isLoaded && sample.productId !== productId && (
        <Link to={'/dashboard' as '/'} search={{ product_id: String(sample.productId) } as object}>
          <FormattedMessage id="setup.sample_show" />
        </Link>
      )}
      {sample === null ? (
        <Button label={intl.formatMessage({ id: 'setup.sample_load' })} opens onClick={load} />
      ) : (
        <Button
          label={intl.formatMessage({ id: 'setup.sample_remove' })}
          opens
          onClick={() => remove(sample.productId)}
        />
      )}
    </div>
  );
};
