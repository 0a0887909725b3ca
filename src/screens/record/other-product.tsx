import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useProductChoice } from '../../console/product.ts';
import type { AnyDraft } from './fields.ts';

interface Props {
  readonly of: AnyDraft;
  /** The thing in the singular. */
  readonly one: string;
  /** The way to work on its product is offered: not from within a form, where it would lead away. */
  readonly choosing?: boolean;
}

/**
 * Reports that a record is of another product than the current one: an address may name any record, and the
 * product may be changed while its page is open.
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
