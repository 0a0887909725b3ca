import { useIntl } from 'react-intl';
import type { Guide } from '../../machines/help.ts';
import { COMMON_GUIDES, entryGuide, entryGuides, hasOwnGuide } from './guide-names.ts';
import { useMenu } from './use-menu.ts';

export interface GuideGroup {
  readonly label: string;
  readonly guides: readonly Guide[];
}

/**
 * Guides of the screens in the user's menu, in its order, and guides to work that is alike on many screens. Guides of
 * screens that the user's role may not open are left out.
 */
export const useGuideGroups = (guides: readonly Guide[]): readonly GuideGroup[] => {
  const intl = useIntl();
  const { groups } = useMenu();
  const find = (names: readonly string[]): readonly Guide[] =>
    [...new Set(names)].flatMap(name => guides.find(guide => guide.name === name) ?? []);
  const withoutGroup = groups.filter(({ label }) => label === null).flatMap(({ entries }) => entries);
  return [
    {
      label: intl.formatMessage({ id: 'help.general' }),
      guides: find([...COMMON_GUIDES, ...withoutGroup.flatMap(entryGuides)]),
    },
    ...groups.flatMap(({ label, entries }) =>
      label === null
        ? []
        : [{ label: intl.formatMessage({ id: label }), guides: find(entries.flatMap(entryGuides)) }],
    ),
  ];
};

/** Finds the screen of a guide in the user's menu; null: there is none. */
export const useGuideScreen = (): ((name: string) => string | null) => {
  const { groups } = useMenu();
  const entries = groups.flatMap(group => group.entries);
  return name => entries.find(entry => hasOwnGuide(entry) && entryGuide(entry) === name)?.to ?? null;
};
