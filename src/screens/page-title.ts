import { useEffect } from 'react';
import { useIntl } from 'react-intl';

/** Names the page in the browser's tab and history: what it is first, then whose it is. */
export const usePageTitle = (message: string | undefined): void => {
  const intl = useIntl();
  const name = intl.formatMessage({ id: 'app.name' });
  const title = message === undefined ? name : `${intl.formatMessage({ id: message })} · ${name}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
