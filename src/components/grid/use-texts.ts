import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { HeadingTexts } from './heading.tsx';
import type { RowTexts } from './row.tsx';

// No row has this name.
const NAME = '\u{F8FF}';

/**
 * The texts of headers and rows; the same objects until the language changes, so that no row is drawn again
 * for them.
 */
export const useTexts = (): { readonly heading: HeadingTexts; readonly row: RowTexts } => {
  const intl = useIntl();
  return useMemo(() => {
    const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
    // Used for each row: the message is formatted once, and the name inserted.
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
