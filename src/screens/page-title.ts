import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { capitalised } from '../console/capitalised.ts';

/**
 * Sets the title of the document: record, page, program.
 * @param message message id of the page's title
 * @param name label of the shown record
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
