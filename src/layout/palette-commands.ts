import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import { THEMES } from '../../machines/appearance.ts';
import { LOCALES } from '../../machines/language.ts';
import type { ListName } from '../../machines/startup.ts';
import { useConsole, useSignedInData, useLocale, useTheme } from '../console/context.ts';
import { useProductChoice } from '../console/product.ts';
import { RECORD_PAGES } from '../console/record-pages.ts';
import { refreshScreen, useScreenData } from '../console/refresh.ts';
import { LANGUAGE_NAMES } from '../screens/public-page.tsx';
import type { Command } from './find-commands.ts';
import { KEYS } from './palette-keys.ts';
import { useFoundLists } from './use-found-lists.ts';
import { useMenu } from './use-menu.ts';

/** Lists whose records are searched, with their names in message ids. Redirects have no names to search. */
const RECORDS = [
  ['ad', 'ads'],
  ['asp', 'asps'],
  ['cvSetting', 'cvSettings'],
  ['adCategory', 'adCategories'],
  ['agency', 'agencies'],
] as const;

/** Whether the text may be an identifier: a single word of at least four characters with a digit. */
const isIdentifier = (text: string): boolean => text.length >= 4 && /\d/.test(text) && !/\s/.test(text);

const useWords = () => {
  const intl = useIntl();
  return (id: string, values?: Record<string, string>): string => intl.formatMessage({ id }, values);
};

/** Returns a function that opens a page of the current product; empty parameters are left out of the address. */
export const useGo = () => {
  const navigate = useNavigate();
  const { product } = useProductChoice();
  return (to: string, search: Readonly<Record<string, string>> = {}) =>
    void navigate({
      to,
      search: product === null ? search : { product_id: String(product.id), ...search },
    } as never);
};

/** Pages of the menu, and the trace of a typed identifier. */
const useScreenCommands = (typed: string): readonly Command[] => {
  const translate = useWords();
  const go = useGo();
  const screens = useMenu().groups.flatMap(({ label: group, entries }) =>
    entries.map(({ to, name, icon }): Command => ({
      id: `go:${to}`,
      subject: 'screen',
      label: name,
      icon,
      words: `${group === null ? '' : translate(group)} ${to}`,
      keys: KEYS[`go:${to}`],
      run: () => go(to),
    })),
  );
  if (!isIdentifier(typed) || !screens.some(({ id }) => id === 'go:/log/trace')) return screens;
  return [
    ...screens,
    {
      id: 'trace',
      subject: 'screen',
      label: translate('palette.trace', { id: typed }),
      icon: 'search',
      words: '',
      run: () => go('/log/trace', { id: typed }),
    },
  ];
};

const useRefreshCommand = (): readonly Command[] => {
  const translate = useWords();
  const { refreshable } = useScreenData();
  return refreshable
    ? [
        {
          id: 'refresh',
          subject: 'screen',
          label: translate('shell.refresh'),
          icon: 'renew',
          words: 'refresh reload',
          keys: KEYS['refresh'],
          run: refreshScreen,
        },
      ]
    : [];
};

const useProductCommands = (): readonly Command[] => {
  const translate = useWords();
  const { products, product, choose } = useProductChoice();
  return products
    .filter(({ id }) => id !== product?.id)
    .map(({ id, title }) => ({
      id: `product:${id}`,
      subject: 'product',
      label: translate('palette.product', { title }),
      icon: 'product',
      words: String(id),
      run: () => choose(id),
    }));
};

/** Entries of the lists with their labels, which are formatted again only when a list changes. */
const useLabelledLists = (query: string) => {
  const intl = useIntl();
  const lists = useFoundLists(query);
  return useMemo(() => {
    const labelled = (list: ListName, labelOf: (title: string) => string) =>
      lists[list].map(entry => ({ ...entry, label: labelOf(entry.title) }));
    return {
      ads: labelled('ad', title => intl.formatMessage({ id: 'palette.ad' }, { title })),
      records: RECORDS.map(([list, name]) => {
        const one = intl.formatMessage({ id: `resource.${name}.one` });
        return {
          list,
          entries: labelled(list, title => intl.formatMessage({ id: 'palette.record' }, { title, one })),
        };
      }),
    };
  }, [intl, lists]);
};

/** Contacts of ads, and pages of records. */
const useRecordCommands = (query: string): readonly Command[] => {
  const go = useGo();
  const { role } = useSignedInData();
  const { product } = useProductChoice();
  const { ads, records } = useLabelledLists(query);
  // Only lists in the user's menu. Records of other products open there too.
  const screens = useMenu().groups.flatMap(group => group.entries);
  const ofAds = role.permissions.interaction_log === 'none' ? [] : ads;
  return [
    ...ofAds.map(({ id, label }): Command => ({
      id: `ad:${id}`,
      subject: 'ad',
      label,
      icon: 'ad',
      words: String(id),
      run: () => go('/log/reference', { ad: String(id) }),
    })),
    ...records.flatMap(({ list, entries }) =>
      screens
        .filter(({ to }) => RECORD_PAGES[list] === `${to}/$id`)
        .flatMap(({ to, icon }) =>
          entries
            .filter(({ product: of }) => of === undefined || of === product?.id)
            .map(({ id, label }): Command => ({
              id: `${list}:${id}:record`,
              subject: 'record',
              label,
              icon,
              words: String(id),
              run: () => go(`${to}/${id}`),
            })),
        ),
    ),
  ];
};

/** Languages, themes, and commands of the user's account. */
const useSettingCommands = (): readonly Command[] => {
  const translate = useWords();
  const go = useGo();
  const session = useSelector(useConsole().actor, state => state.context.session);
  const { profile } = useSignedInData();
  const { locale, choose: speak } = useLocale();
  const { choice: theme, choose: paint } = useTheme();
  return [
    ...LOCALES.filter(one => one !== locale).map((one): Command => ({
      id: `locale:${one}`,
      subject: 'setting',
      label: translate('palette.locale', { name: LANGUAGE_NAMES[one] }),
      icon: 'language',
      words: `language ${one}`,
      run: () => speak(one),
    })),
    ...THEMES.filter(one => one !== theme).map((one): Command => ({
      id: `theme:${one}`,
      subject: 'setting',
      label: translate('palette.theme', { name: translate(`shell.theme.${one}`) }),
      icon: one,
      words: `theme ${one}`,
      run: () => paint(one),
    })),
    {
      id: 'password',
      subject: 'setting',
      label: translate('shell.password'),
      icon: 'key',
      words: 'password',
      run: () => go(`/config/user/${profile.id}/password`),
    },
    {
      id: 'second_factor',
      subject: 'setting',
      label: translate('shell.second_factor'),
      icon: 'phone',
      words: 'two-factor 2fa totp authenticator',
      run: () => go('/config/second-factor'),
    },
    {
      id: 'sessions',
      subject: 'setting',
      label: translate('shell.sessions'),
      icon: 'computer',
      words: 'sessions devices',
      run: () => go('/config/sessions'),
    },
    {
      id: 'signOut',
      subject: 'setting',
      label: translate('shell.signOut'),
      icon: 'signOut',
      words: 'sign out logout',
      run: () => session.send({ type: 'signOut' }),
    },
  ];
};

/**
 * All commands that are available on every page.
 * @param query the typed text
 */
export const useCommands = (query = ''): readonly Command[] => [
  ...useScreenCommands(query.trim()),
  ...useRefreshCommand(),
  ...useProductCommands(),
  ...useRecordCommands(query),
  ...useSettingCommands(),
];
