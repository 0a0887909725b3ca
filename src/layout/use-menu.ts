import { useMatches, useRouter } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { Role } from '../../machines/startup.ts';
import { useAnalyses } from '../console/analyses.ts';
import { useSignedInData } from '../console/context.ts';
import { NAVIGATION, type Entry, type Group } from './navigation.ts';

/** Menu entry with its name: translated, or as renamed by the company. */
export interface NamedEntry extends Entry {
  readonly name: string;
}
export interface NamedGroup extends Omit<Group, 'entries'> {
  readonly entries: readonly NamedEntry[];
}

export interface Menu {
  readonly groups: readonly NamedGroup[];
  /** Whether the entry is that of the current screen, or of the list of its record. */
  readonly isActive: (entry: Entry) => boolean;
  /** Group and entry of the current screen; null: not in the menu. */
  readonly place: { readonly group: NamedGroup; readonly entry: NamedEntry } | null;
}

/** Whether the user belongs to an agency. An unknown base counts as agency, which may see least. */
const isGuest = (base: string | null): boolean => base === 'agency' || base === null;

/**
 * Whether the user may not see any data of a screen: its link then shows a message instead of the screen's
 * useless controls.
 */
export const useIsForbidden = (path: string | undefined): boolean => {
  const { role } = useSignedInData();
  const entry = NAVIGATION.flatMap(({ entries }) => entries).find(({ to }) => isWithin(to, path));
  return (
    entry !== undefined &&
    ((entry.agencies === 'closed' && isGuest(role.base)) ||
      (entry.administrators === true && role.base !== 'admin') ||
      !mayRead(entry.needs, role.permissions))
  );
};

/** Whether the user may read one of the logs of an entry. */
const mayRead = (needs: Entry['needs'], permissions: Role['permissions']): boolean =>
  needs === undefined || needs.some(key => permissions[key] !== 'none');

/** Whether a path is that of an entry, or of a record in its list. */
const isWithin = (to: string, path: string | undefined): boolean =>
  path === to || path?.startsWith(`${to}/`) === true;

/** The menu of the user: entries with a route that the user's role may at least read. */
export const useMenu = (): Menu => {
  const { role } = useSignedInData();
  const { routesByPath } = useRouter();
  const intl = useIntl();
  const settingOf = useAnalyses();
  const nameOf = ({ analysis, label }: Entry): string =>
    (analysis === undefined ? '' : (settingOf(analysis)?.name ?? '')) || intl.formatMessage({ id: label });
  const activePaths = useMatches({
    select: matches => matches.flatMap(match => [match.pathname, match.staticData.navActiveLink ?? '']),
    // A change of the address alone, such as a hidden column, does not render the menu again.
    structuralSharing: true,
  });
  const guest = isGuest(role.base);
  const groups = NAVIGATION.map(group => ({
    ...group,
    entries: group.entries
      .filter(
        ({ to, needs, agencies, administrators }) =>
          to in routesByPath &&
          (administrators !== true || role.base === 'admin') &&
          mayRead(needs, role.permissions) &&
          !(agencies !== undefined && guest),
      )
      .map((entry): NamedEntry => ({ ...entry, name: nameOf(entry) })),
  })).filter(({ entries }) => entries.length > 0);
  const isActive = ({ to }: Entry) => activePaths.includes(to);
  const place =
    groups.flatMap(group => group.entries.filter(isActive).map(entry => ({ group, entry }))).at(-1) ?? null;
  return { groups, isActive, place };
};
