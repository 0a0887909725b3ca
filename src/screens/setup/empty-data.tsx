import { Link } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { isPartial } from '../../../machines/signed-in-data.ts';
import { Empty, Nothing, RowsPlaceholder } from '../../components/states.tsx';
import { useSignedInData, useMayWrite } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { useQueryState } from '../use-query.ts';
import { setupQuery } from './setup-query.ts';
import { SETUP_REQUEST } from './setup-request.ts';

interface PeriodProps {
  /** Whether the screen has a period, so that a longer one may be suggested. */
  readonly hasPeriod?: boolean | undefined;
}

const NoMatch = ({ hasPeriod = true }: PeriodProps) => (
  <Empty title="state.empty" {...(hasPeriod && { hint: 'state.empty_hint' })} />
);

/** Explains that a product is not set up, to a user who can or cannot do it. */
const NotSetUp = ({ productId }: { readonly productId: number | null }) => (
  <Nothing title={<FormattedMessage id="setup.empty" />}>
    <p>
      <FormattedMessage id="setup.lead" />
    </p>
    {productId === null ? (
      <p>
        <FormattedMessage id="setup.ask" />
      </p>
    ) : (
      <Link
        className="p-button p-button-sm"
        to={'/dashboard' as '/'}
        search={{ product_id: String(productId), ...SETUP_REQUEST } as object}
      >
        <FormattedMessage id="setup.continue" />
      </Link>
    )}
  </Nothing>
);

const OwnSetup = ({ productId, hasPeriod }: PeriodProps & { readonly productId: number }) => {
  const { answer, failure } = useQueryState(setupQuery, { product_id: productId });
  if (answer === null && failure === null) return <RowsPlaceholder rows={4} />;
  const product = answer?.one?.product ?? null;
  const isSetUp = product === null || (product.ads > 0 && product.has_accesses);
  return isSetUp ? <NoMatch hasPeriod={hasPeriod} /> : <NotSetUp productId={productId} />;
};

/** Empty state of a report or log: that the product is not set up, or that no data matches the query. */
export const EmptyData = ({ hasPeriod }: PeriodProps) => {
  const { id } = useProduct();
  const data = useSignedInData();
  const maySetUp = useMayWrite('settings');
  if (maySetUp) return <OwnSetup productId={id} hasPeriod={hasPeriod} />;
  const hasAd = isPartial(data, 'ad') || data.lists.ad.some(ad => ad.product === id);
  return hasAd ? <NoMatch hasPeriod={hasPeriod} /> : <NotSetUp productId={null} />;
};
