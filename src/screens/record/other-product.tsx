import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useProductChoice } from '../../console/product.ts';
import type { AnyDraft } from './fields.ts';

interface Props {
  readonly of: AnyDraft;
  /** Name of the record's resource, singular. */
  readonly one: string;
  /** Offers to switch to the record's product; not within a form, which the switch would leave. */
  readonly choosing?: boolean;
}

/**
 * Note that a record belongs to another product than the current one: an address may name any record, and the
 * product can be changed on its page.
 */
export const OtherProduct = ({ of, one, choosing = false }: Props) => {
  const intl = useIntl();
  const { product, products, choose } = useProductChoice();
  const own = products.find(({ id }) => id === of['product_id']);
  if (own === undefined || product === null || own.id === product.id) return null;
  return (
    <p className="tp-other-product" role="note">
      <Icon name="warning" />
      <span>
        <FormattedMessage id="record.other_product" values={{ one, product: own.title }} />
      </span>
      {choosing && (
        <Button label={intl.formatMessage({ id: 'record.choose_product' })} onClick={() => choose(own.id)} />
      )}
    </p>
  );
};
