import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import { THEMES } from '../../machines/appearance.ts';
import { LOCALES } from '../../machines/language.ts';
import type { IconName } from '../components/icon.tsx';
import { useConsole, useKnown, useLocale, useTheme } from '../console/context.ts';
import { useProductChoice } from '../console/product.ts';
import { RECORD_PAGES } from '../console/record-pages.ts';
import { refreshScreen, useScreenData } from '../console/refresh.ts';
import { LANGUAGE_NAMES } from '../screens/public-page.tsx';
import { KEYS } from './palette-keys.ts';
import { score } from './palette-search.ts';
import { useFoundLists } from './use-found-lists.ts';
import { useMenu } from './use-menu.ts';

export const SUBJECTS = ['screen', 'product', 'ad', 'record', 'setting'] as const;
export type Subject = (typeof SUBJECTS)[number];

/** Something that the palette does. */
export interface Command {
  readonly id: string;
  readonly subject: Subject;
  readonly label: string;
  readonly icon: IconName;
  /** Further words under which it is found: its group, its path. */
  readonly words: string;
  /** Keys that do the same. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

/**
 * Lists whose records are found, and what the messages call them. Redirects have no names that one would look
 * for.
 */
const RECORDS = [
  ['ad', 'ads'],
  ['asp', 'asps'],
  ['cvSetting', 'cvSettings'],
  ['adCategory', 'adCategories'],
  ['agency', 'agencies'],
] as const;

/** What is typed may be an identifier: one word with a digit. */
const isIdentifier = (text: string): boolean => text.length >= 4 && /\d/.test(text) && !/\s/.test(text);

/** Everything that the user may be taken to or have done from anywhere. @param query what is typed */
export const useCommands = (query = ''): readonly Command[] => {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const session = useSelector(useConsole().actor, state => state.context.session);
  const navigate = useNavigate();
  const { refreshable, hasKey } = useScreenData();
  const { groups } = useMenu();
  const { profile, role } = useKnown();
  const lists = useFoundLists(query);
  const { products, product, choose: chooseProduct } = useProductChoice();
  const { locale, choose: speak } = useLocale();
  const { choice: theme, choose: paint } = useTheme();
  const go = (to: string, search: Readonly<Record<string, string>> = {}) =>
    void navigate({
      to,
      search: product === null ? search : { product_id: String(product.id), ...search },
    } as never);

  const screens = groups.flatMap(({ label: group, entries }) =>
    entries.map(({ to, name, icon }): Command => ({
      id: `go:${to}`,
      subject: 'screen',
      label: name,
      icon,
      words: `${group === null ? '' : say(group)} ${to}`,
      keys: KEYS[`go:${to}`],
      run: () => go(to),
    })),
  );
  const typed = query.trim();
  const traces: readonly Command[] =
    !isIdentifier(typed) || !screens.some(({ id }) => id === 'go:/log/trace')
      ? []
      : [
          {
            id: 'trace',
            subject: 'screen',
            label: say('palette.trace', { id: typed }),
            icon: 'search',
            words: '',
            run: () => go('/log/trace', { id: typed }),
          },
        ];
  const others = products
    .filter(({ id }) => id !== product?.id)
    .map(({ id, title }): Command => ({
      id: `product:${id}`,
      subject: 'product',
      label: say('palette.product', { title }),
      icon: 'product',
      words: String(id),
      run: () => chooseProduct(id),
    }));
  const found =
    role.permissions.interaction_log === 'none'
      ? []
      : lists.ad.map(({ id, title }): Command => ({
          id: `ad:${id}`,
          subject: 'ad',
          label: say('palette.ad', { title }),
          icon: 'ad',
          words: String(id),
          run: () => go('/log/reference', { ad: String(id) }),
        }));
  // For those who have the list in the menu; what belongs to another product is found there.
  const entries = groups.flatMap(group => group.entries);
  const records = RECORDS.flatMap(([list, name]) =>
    entries
      .filter(({ to }) => RECORD_PAGES[list] === `${to}/$id`)
      .flatMap(({ to, icon }) =>
        lists[list]
          .filter(({ product: of }) => of === undefined || of === product?.id)
          .map(({ id, title }): Command => ({
            id: `${list}:${id}:record`,
            subject: 'record',
            label: say('palette.record', { title, one: say(`resource.${name}.one`) }),
            icon,
            words: String(id),
            run: () => go(`${to}/${id}`),
          })),
      ),
  );
  const refresh: Command = {
    id: 'refresh',
    subject: 'screen',
    label: say('shell.refresh'),
    icon: 'renew',
    words: 'refresh reload',
    keys: hasKey ? KEYS['refresh'] : undefined,
    run: refreshScreen,
  };
  const settings: readonly Command[] = [
    ...LOCALES.filter(one => one !== locale).map((one): Command => ({
      id: `locale:${one}`,
      subject: 'setting',
      label: say('palette.locale', { name: LANGUAGE_NAMES[one] }),
      icon: 'language',
      words: `language ${one}`,
      run: () => speak(one),
    })),
    ...THEMES.filter(one => one !== theme).map((one): Command => ({
      id: `theme:${one}`,
      subject: 'setting',
      label: say('palette.theme', { name: say(`shell.theme.${one}`) }),
      icon: one,
      words: `theme ${one}`,
      run: () => paint(one),
    })),
    {
      id: 'password',
      subject: 'setting',
      label: say('shell.password'),
      icon: 'key',
      words: 'password',
      run: () => go(`/config/user/${profile.id}/password`),
    },
    {
      id: 'signOut',
      subject: 'setting',
      label: say('shell.signOut'),
      icon: 'signOut',
      words: 'sign out logout',
      run: () => session.send({ type: 'signOut' }),
    },
  ];
  return [
    ...screens,
    ...traces,
    ...(refreshable ? [refresh] : []),
    ...others,
    ...found,
    ...records,
    ...settings,
  ];
};

/** So many of one subject are shown: who sees more than these types another letter. */
const MAX_COMMANDS: Readonly<Record<Subject, number>> = {
  screen: 50,
  product: 12,
  ad: 12,
  record: 12,
  setting: 12,
};
/** Before anything is typed: what there is, without the hundreds of ads and other records. */
const AT_FIRST: Readonly<Record<Subject, number>> = { screen: 50, product: 5, ad: 0, record: 0, setting: 12 };

export interface Finding {
  readonly subject: Subject;
  readonly commands: readonly Command[];
}

/**
 * The commands that what was typed describes, the best first, by subject; the subject with the best of all
 * comes first.
 */
export const findCommands = (commands: readonly Command[], query: string): readonly Finding[] => {
  const limits = query.trim() === '' ? AT_FIRST : MAX_COMMANDS;
  const scored = commands
    .map(command => ({
      command,
      points: Math.max(score(query, command.label), score(query, `${command.label} ${command.words}`) * 0.9),
    }))
    .filter(({ points }) => points > 0);
  return SUBJECTS.map(subject => {
    const own = scored
      .filter(({ command }) => command.subject === subject)
      .toSorted((a, b) => b.points - a.points)
      .slice(0, limits[subject]);
    return { subject, best: own[0]?.points ?? 0, commands: own.map(({ command }) => command) };
  })
    .filter(finding => finding.commands.length > 0)
    .toSorted((a, b) => b.best - a.best);
};
