import { useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { useProductChoice } from '../console/product.ts';
import { MenuButton } from './menu-button.tsx';

/** Which product one works on. A menu and not a field: choosing takes one elsewhere, it fills in nothing. */
export const ProductChoice = () => {
  const intl = useIntl();
  const { product, products, choose } = useProductChoice();
  const label = intl.formatMessage({ id: 'shell.product' });
  return (
    <MenuButton
      className="product-choice"
      label={product === null ? label : `${label}: ${product.title}`}
      search={{
        label: intl.formatMessage({ id: 'shell.product.search' }),
        none: intl.formatMessage({ id: 'shell.product.empty' }),
      }}
      choices={products.map(({ id, title }) => ({
        key: String(id),
        label: title,
        chosen: id === product?.id,
        choose: () => choose(id),
      }))}
    >
      <span className="product-name">{product?.title ?? label}</span>
      <Icon large name="unfold" />
    </MenuButton>
  );
};
