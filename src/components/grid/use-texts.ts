import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { HeadingTexts } from './heading.tsx';
import type { RowTexts } from './row.tsx';

// Placeholder for a row's name, which no name contains.
const NAME = '\u{F8FF}';

/**
 * Texts of headers and rows; the same objects until the language changes, so that memoised rows do not render
 * again.
 */
export const useTexts = (): { readonly heading: HeadingTexts; readonly row: RowTexts } => {
  const intl = useIntl();
  return useMemo(() => {
    const translate = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
    // Called for each row and column: the message is formatted once, and the name inserted.
    const about = (id: string) => {
      const parts = translate(id, { name: NAME }).split(NAME);
      return (name: string) => parts.join(name);
    };
    return {
      heading: {
        menu: about('grid.menu'),
        selectAll: translate('grid.select_all'),
        actions: translate('grid.actions'),
      },
      row: {
        deleted: translate('grid.deleted'),
        select: about('grid.select_row'),
        actions: about('grid.actions_of'),
        fold: about('grid.fold'),
      },
    };
  }, [intl]);
};
