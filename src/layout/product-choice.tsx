import { useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { labelledText } from '../components/labelled-text.ts';
import { useProductChoice } from '../console/product.ts';
import { MenuButton } from './menu-button.tsx';

/** Menu of the products. A menu instead of a form field, since choosing navigates. */
export const ProductChoice = () => {
  const intl = useIntl();
  const { product, products, choose } = useProductChoice();
  const label = intl.formatMessage({ id: 'shell.product' });
  return (
    <MenuButton
      className="product-choice"
      label={product === null ? label : labelledText(label, product.title, intl)}
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
