import { Dropdown } from 'primereact/dropdown';
import type { KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { useProductChoice } from '../console/product.ts';

/** From this many products on there is a search over the choices. */
const SEARCHED_FROM = 8;

/** Enter ends a composition of the input method; PrimeReact would take it for the choice of the first product. */
const leaveToInputMethod = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation();
};

export const ProductDropdown = () => {
  const intl = useIntl();
  const { product, products, choose } = useProductChoice();
  const label = intl.formatMessage({ id: 'shell.product' });
  const search = intl.formatMessage({ id: 'shell.product.search' });
  const none = intl.formatMessage({ id: 'shell.product.empty' });
  return (
    <Dropdown
      className="product-choice"
      value={product?.id ?? null}
      options={[...products]}
      optionValue="id"
      optionLabel="title"
      dataKey="id"
      ariaLabel={label}
      placeholder={label}
      filter={products.length >= SEARCHED_FROM}
      filterInputAutoFocus
      resetFilterOnHide
      filterPlaceholder={search}
      emptyFilterMessage={none}
      emptyMessage={none}
      onChange={event => choose(event.value as number)}
      pt={{ select: { 'aria-label': label, tabIndex: -1 }, filterInput: { 'aria-label': search, onKeyDownCapture: leaveToInputMethod } }}
    />
  );
};
