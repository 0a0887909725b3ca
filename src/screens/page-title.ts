import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { capitalised } from '../console/capitalised.ts';

/**
 * Names the page in the browser's tab and history: what it is first, then whose it is.
 *
 * @param name of the record that it shows
 */
export const usePageTitle = (message: string | undefined, name: string | null = null): void => {
  const intl = useIntl();
  const title = [
    ...(name === null ? [] : [name]),
    ...(message === undefined ? [] : [capitalised(intl.formatMessage({ id: message }))]),
    intl.formatMessage({ id: 'app.name' }),
  ].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
};
