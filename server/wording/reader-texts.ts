import { LOCALES, wordsIn, type Locale } from './words.ts';
import snapshot from './words.json' with { type: 'json' };

/** Texts in the language of a reader for the lists of the store. */

export type RoleBase = 'admin' | 'user' | 'agency';
const BASES: readonly RoleBase[] = ['admin', 'user', 'agency'];

/** Names of the built-in roles in a language, which are those of their bases. */
const roleNamesIn = (locale: Locale): Readonly<Record<string, string>> => {
  const names = wordsIn(locale).valuesUnder('role.base');
  return Object.fromEntries(BASES.map(base => [base, names.get(base) ?? base]));
};

/** Language of the names that a new company gets for its built-in roles. */
const STORED: Locale = 'ja';
const STORED_ROLES = roleNamesIn(STORED);

interface NamedRole {
  readonly name: string;
  readonly code: string;
  readonly base: RoleBase;
}

/**
 * The name of a role in a language: a built-in role that the company has not renamed has a name in each.
 *
 * @param locale undefined: as stored
 */
export const shownRoleName = ({ name, code, base }: NamedRole, locale: Locale | undefined): string =>
  locale !== undefined && code === base && name === STORED_ROLES[base]
    ? (roleNamesIn(locale)[base] ?? name)
    : name;

/** The name to store for a role: a built-in role that is named as in a language keeps its name in all of them. */
export const storedRoleName = ({ name, code, base }: NamedRole): string =>
  code === base && LOCALES.some(locale => roleNamesIn(locale)[base] === name)
    ? (STORED_ROLES[base] ?? name)
    : name;

/** Messages of fields whose label is none of a column. */
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  roles: {
    role_name: 'role.name',
    role_code: 'role.code',
    base: 'role.base',
    permissions: 'role.permissions',
  },
  savedViews: { name: 'view.name', shared: 'view.share' },
  reportBoards: { name: 'report_board.name', shared: 'view.share' },
};

const ACCESS_LINE = 'access_line';

type Texts = Record<string, Record<string, string>>;
type Values = Record<string, Record<string, Record<string, string>>>;

/** Names of fields whose messages are `<prefix>.<field>`. */
const fieldsUnder = (texts: Readonly<Record<string, string>>, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([id, text]) => {
      const [first, field, ...more] = id.split('.');
      return first === prefix && field !== undefined && more.length === 0 ? [[field, text]] : [];
    }),
  );

/** Names of fields by list: those of forms before those of columns, as the console shows them. */
const namesIn = (texts: Readonly<Record<string, string>>): Texts => {
  const names: Texts = {};
  for (const kind of ['column', 'field'])
    for (const [id, text] of Object.entries(texts)) {
      const [prefix, ...parts] = id.split('.');
      const [field, list = '*', ...more] = parts.toReversed();
      if (prefix === kind && field !== undefined && more.length === 0) (names[list] ??= {})[field] = text;
    }
  names[ACCESS_LINE] = fieldsUnder(texts, ACCESS_LINE);
  names['roles'] = { ...names['roles'], ...fieldsUnder(texts, 'permission') };
  for (const [list, labels] of Object.entries(LABELS))
    for (const [field, id] of Object.entries(labels)) (names[list] ??= {})[field] = texts[id] ?? field;
  return names;
};

/** Texts of coded values by list and field. */
const valuesIn = (texts: Readonly<Record<string, string>>): Values => {
  const values: Values = {};
  for (const [id, text] of Object.entries(texts)) {
    const [prefix, ...parts] = id.split('.');
    const [code, field, list = '*', ...more] = parts.toReversed();
    if (prefix === 'choice' && code !== undefined && field !== undefined && more.length === 0)
      ((values[list] ??= {})[field] ??= {})[code] = text;
    if (prefix === ACCESS_LINE && parts.length === 2)
      ((values[ACCESS_LINE] ??= {})[parts[0]!] ??= {})[parts[1]!] = text;
  }
  return values;
};

/** The levels of permissions and scopes, which have the same words in each field. */
const levelsIn = (texts: Readonly<Record<string, string>>, fields: Readonly<Record<string, string>> = {}) => {
  const levels = Object.fromEntries(['none', 'read', 'write'].map(level => [level, texts[`level.${level}`]]));
  return Object.fromEntries(Object.keys(fields).map(field => [field, levels]));
};

/** Two proofs of identity, as an entry of a sign-in has them: `password, code`. */
const withPairs = (methods: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  const known = Object.entries(methods);
  return Object.fromEntries([
    ...known,
    ...known.flatMap(([first, one]) =>
      known.map(([second, other]) => [`${first}, ${second}`, `${one}, ${other}`]),
    ),
  ]);
};

const textsIn = (locale: Locale) => {
  const texts: Readonly<Record<string, string>> = snapshot[locale];
  const [names, values] = [namesIn(texts), valuesIn(texts)];
  const accessValues = values[ACCESS_LINE] ?? {};
  return {
    storedRoles: JSON.stringify(STORED_ROLES),
    roles: JSON.stringify(roleNamesIn(locale)),
    changes: JSON.stringify({
      names,
      values: {
        ...values,
        apiKeys: { ...levelsIn(texts, names['apiKeys']), ...values['apiKeys'] },
        roles: { ...levelsIn(texts, names['roles']), base: roleNamesIn(locale) },
        [ACCESS_LINE]: { ...accessValues, method: withPairs(accessValues['method']) },
      },
    }),
    colon: wordsIn(locale).say('filter.sentence.is', { field: '', value: '' }),
  };
};

const all = { ja: textsIn('ja'), en: textsIn('en'), 'zh-CN': textsIn('zh-CN') };

/** Texts for reading lists in a language. */
export const readerTextsIn = (locale: Locale): (typeof all)[Locale] => all[locale];
