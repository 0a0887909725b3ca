import { FormattedMessage } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { apiKeys, type ApiKeyRow } from '../../resources/api-keys.ts';
import { fieldsOf, useFieldTexts } from '../record/fields.ts';
import { ScopesShown } from '../record/scopes-field.tsx';
import { Shown } from '../record/value-text.tsx';
import './api-keys.css';

const productsField = fieldsOf(apiKeys).find(({ field }) => field === 'products');

interface Props {
  readonly apiKey: ApiKeyRow;
  readonly onClose: () => void;
}

/** What a key may do: its scopes and products. */
export const KeyDetail = ({ apiKey: { name, prefix, scopes, products }, onClose }: Props) => {
  const texts = useFieldTexts(apiKeys.name);
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="tp-dialog-body tp-key-detail">
        <code translate="no">{prefix}…</code>
        <ScopesShown value={scopes} />
        <p>
          <span className="tp-note">{texts.labelOf('products')}</span>{' '}
          <strong>
            {products === null || productsField === undefined ? (
              <FormattedMessage id="api_key.all_products" />
            ) : (
              <Shown field={productsField} value={products} texts={texts} />
            )}
          </strong>
        </p>
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </button>
      </div>
    </Dialog>
  );
};
