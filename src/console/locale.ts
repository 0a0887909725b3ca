import { LOCALES, type Locale, type Texts, type Wanted } from '../../machines/language.ts';
import ja from '../messages/ja.json?part=door';

/**
 * Converts texts to the parsed format that react-intl expects: a text without placeholders is one element.
 */
const spelt = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      id,
      typeof text === 'string' ? [{ type: 0, value: text }] : text,
    ]),
  );

/**
 * Japanese is the default, and the fallback if another language cannot be loaded, so its texts for the first
 * pages are bundled.
 */
export const FALLBACK: Locale = 'ja';
export const FALLBACK_TEXTS: Texts = spelt(ja);

export const isLocale = (value: unknown): value is Locale => LOCALES.some(locale => locale === value);

/** Importers of the texts of the pages before sign-in. */
const DOOR: Readonly<Partial<Record<Locale, () => Promise<{ readonly default: Texts }>>>> = {
  en: () => import('../messages/en.json?part=door'),
  'zh-CN': () => import('../messages/zh-CN.json?part=door'),
};

const partsIn = async (locale: Locale, parts: readonly string[]): Promise<readonly Texts[]> => {
  if (parts.length === 0) return [];
  const { LATER } = await import('./deferred-messages.ts');
  return (await Promise.all(
    parts.flatMap(part => LATER[part]?.[`../messages/${locale}.json`]?.() ?? []),
  )) as Texts[];
};

export const textsOf = async ({ locale, parts }: Wanted): Promise<Texts> => {
  const [door, otherParts] = await Promise.all([DOOR[locale]?.(), partsIn(locale, parts)]);
  return { ...FALLBACK_TEXTS, ...spelt(Object.assign({}, door?.default, ...otherParts) as Texts) };
};
