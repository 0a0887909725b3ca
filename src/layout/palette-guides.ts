import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Guide } from '../../machines/help.ts';
import { useLocale } from '../console/context.ts';
import type { Command } from './find-commands.ts';
import { blockTexts } from './guide-text.ts';
import { loadGuides } from './load-guides.ts';
import { helpPanel } from './open-guide.ts';
import { aliasesOf } from './palette-places.ts';
import { useGuideGroups } from './use-guide-groups.ts';

const NONE: readonly Guide[] = [];

/** All guides; none until they are loaded, and when loading fails, which the help panel reports. */
const useGuides = (): readonly Guide[] => {
  const { locale } = useLocale();
  const [loaded, setLoaded] = useState({ locale, guides: NONE });
  useEffect(() => {
    let isCurrent = true;
    void loadGuides(locale).then(
      guides => {
        if (isCurrent) setLoaded({ locale, guides });
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  return loaded.locale === locale ? loaded.guides : NONE;
};

const headingsOf = ({ blocks }: Guide): readonly string[] =>
  blocks.filter(({ kind }) => kind === 'heading').flatMap(blockTexts);

/**
 * Help for the screen, the keyboard shortcuts, and the guides that the user may read. A guide is found by its
 * title and by its headings, which name the tasks that it describes. Without a help panel only the shortcuts.
 *
 * @param openKeys shows the keyboard shortcuts
 */
export const useGuideCommands = (openKeys: () => void): readonly Command[] => {
  const intl = useIntl();
  const groups = useGuideGroups(useGuides());
  const translate = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const keys: Command = {
    id: 'keys',
    subject: 'guide',
    label: translate('keys.title'),
    icon: 'key',
    words: '',
    aliases: aliasesOf(translate('synonym.keys')),
    keys: '?',
    run: openKeys,
  };
  if (helpPanel.open === undefined) return [keys];
  return [
    {
      id: 'help',
      subject: 'guide',
      label: translate('help.open'),
      icon: 'help',
      words: '',
      aliases: aliasesOf(translate('synonym.help')),
      run: () => helpPanel.open?.(),
    },
    keys,
    ...groups.flatMap(({ label, guides }) =>
      guides.map((guide): Command => ({
        id: `guide:${guide.name}`,
        subject: 'guide',
        label: translate('guide.of', { title: guide.title }),
        note: label,
        icon: 'note',
        words: '',
        aliases: [...aliasesOf(translate('synonym.guide')), ...headingsOf(guide)],
        run: () => helpPanel.open?.(guide.name),
      })),
    ),
  ];
};
