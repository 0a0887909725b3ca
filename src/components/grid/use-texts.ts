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
    const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
    // Called for each row: the message is formatted once, and the name inserted.
    const about = (id: string) => {
      let parts: readonly string[] | null = null;
      return (name: string) => (parts ??= say(id, { name: NAME }).split(NAME)).join(name);
    };
    return {
      heading: { menu: say('grid.menu'), pickAll: say('grid.pick_all'), actions: say('grid.actions') },
      row: {
        deleted: say('grid.deleted'),
        pick: about('grid.pick'),
        actions: about('grid.actions_of'),
        fold: about('grid.fold'),
      },
    };
  }, [intl]);
};
