import { Dropdown } from 'primereact/dropdown';
import { useIntl } from 'react-intl';
import { useProductChoice } from '../console/product.ts';

/** From this many products on there is a search over the choices. */
const SEARCHED_FROM = 8;

export const ProductChoice = () => {
  const intl = useIntl();
  const { product, products, choose } = useProductChoice();
  const label = intl.formatMessage({ id: 'shell.product' });
  return (
    <Dropdown
      className="product-choice"
      value={product?.id ?? null}
      options={[...products]}
      optionValue="id"
      optionLabel="title"
      dataKey="id"
      ariaLabel={label}
      tooltip=""
      placeholder={label}
      filter={products.length >= SEARCHED_FROM}
      filterPlaceholder={intl.formatMessage({ id: 'shell.product.search' })}
      emptyFilterMessage={intl.formatMessage({ id: 'shell.product.empty' })}
      emptyMessage={intl.formatMessage({ id: 'shell.product.empty' })}
      onChange={event => choose(event.value as number)}
      pt={{ select: { 'aria-label': label, tabIndex: -1 } }}
    />
  );
};
