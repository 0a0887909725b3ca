import { useMatches, useRouter } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import type { Role } from '../../machines/startup.ts';
import { useAnalyses } from '../console/analyses.ts';
import { useKnown } from '../console/context.ts';
import { NAVIGATION, type Entry, type Group } from './navigation.ts';

/** An entry as it is called: in the language spoken now, or as the company named it. */
export interface NamedEntry extends Entry {
  readonly name: string;
}
export interface NamedGroup extends Omit<Group, 'entries'> {
  readonly entries: readonly NamedEntry[];
}

export interface Menu {
  readonly groups: readonly NamedGroup[];
  /** The entry of the screen that is open, or of the list that its record belongs to. */
  readonly isLit: (entry: Entry) => boolean;
  /** Where the screen lies in the menu; null for what the menu does not know. */
  readonly place: { readonly group: NamedGroup; readonly entry: NamedEntry } | null;
}

/** A user of an agency. Who it is unknown of is shown the least. */
const isGuest = (base: string | null): boolean => base === 'agency' || base === null;

/**
 * Whether a screen has no data that the user may see: a user who follows a link there gets this message,
 * instead of useless date and filter controls or the text of an empty list.
 */
export const useBarred = (path: string | undefined): boolean => {
  const { role } = useKnown();
  const entry = NAVIGATION.flatMap(({ entries }) => entries).find(({ to }) => holds(to, path));
  return (
    entry !== undefined &&
    ((entry.house === 'closed' && isGuest(role.base)) ||
      (entry.administrators === true && role.base !== 'admin') ||
      !mayRead(entry.needs, role.permissions))
  );
};

/** Whether a user may read one of the logs that an entry shows. */
const mayRead = (needs: Entry['needs'], permissions: Role['permissions']): boolean =>
  needs === undefined || needs.some(key => permissions[key] !== 'none');

/** Whether a screen is an entry's, or of a record in its list. */
const holds = (to: string, path: string | undefined): boolean =>
  path === to || path?.startsWith(`${to}/`) === true;

/** The menu as this user has it: what exists, and what the user's role may at least see. */
export const useMenu = (): Menu => {
  const { role } = useKnown();
  const { routesByPath } = useRouter();
  const intl = useIntl();
  const settingOf = useAnalyses();
  const nameOf = ({ analysis, label }: Entry): string =>
    (analysis === undefined ? '' : (settingOf(analysis)?.name ?? '')) || intl.formatMessage({ id: label });
  const lit = useMatches({
    select: matches => matches.flatMap(match => [match.pathname, match.staticData.navActiveLink ?? '']),
  });
  const guest = isGuest(role.base);
  const groups = NAVIGATION.map(group => ({
    ...group,
    entries: group.entries
      .filter(
        ({ to, needs, house, administrators }) =>
          to in routesByPath &&
          (administrators !== true || role.base === 'admin') &&
          mayRead(needs, role.permissions) &&
          !(house !== undefined && guest),
      )
      .map((entry): NamedEntry => ({ ...entry, name: nameOf(entry) })),
  })).filter(({ entries }) => entries.length > 0);
  const isLit = ({ to }: Entry) => lit.includes(to);
  const place =
    groups.flatMap(group => group.entries.filter(isLit).map(entry => ({ group, entry }))).at(-1) ?? null;
  return { groups, isLit, place };
};
