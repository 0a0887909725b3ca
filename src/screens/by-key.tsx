import { FormattedMessage } from 'react-intl';

/** The API key with which a user did something; nothing without one. */
export const ByKey = ({ name }: { readonly name: string | null }) =>
  name === null ? null : (
    <span>
      <FormattedMessage id="history.by_key" values={{ key: name }} />
    </span>
  );
