import { FormattedMessage, useIntl } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { apiKeyQuery, apiKeys, type ApiKeyRow } from '../../resources/api-keys.ts';
import { fieldsOf, useFieldTexts } from '../record/fields.ts';
import { ScopesShown } from '../record/scopes-field.tsx';
import { Shown } from '../record/value-text.tsx';
import { useQueryState } from '../use-query.ts';
import './api-keys.css';

const productsField = fieldsOf(apiKeys).find(({ field }) => field === 'products');
const NOT_FOUND = { kind: 'missing', code: 'not_found' } as const;

const Rights = ({ apiKey: { prefix, scopes, products } }: { readonly apiKey: ApiKeyRow }) => {
  const texts = useFieldTexts(apiKeys.name);
  return (
    <>
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
    </>
  );
};

interface Props {
  readonly id: number;
  readonly onClose: () => void;
}

/** What a key may do: its scopes and products. */
export const KeyDetail = ({ id, onClose }: Props) => {
  const intl = useIntl();
  const { answer, failure, busy, reload } = useQueryState(apiKeyQuery, { id });
  const apiKey = answer?.one ?? null;
  return (
    <Dialog
      title={apiKey?.name ?? intl.formatMessage({ id: 'resource.apiKeys.one' })}
      busy={busy}
      onClose={onClose}
    >
      <div className="tp-dialog-body tp-key-detail">
        {failure !== null || apiKey === null ? (
          <NotLoaded failure={failure ?? (answer === null ? null : NOT_FOUND)} onAgain={reload} rows={5} />
        ) : (
          <Rights apiKey={apiKey} />
        )}
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button" onClick={onClose}>
          <FormattedMessage id="shell.close" />
        </button>
      </div>
    </Dialog>
  );
};
