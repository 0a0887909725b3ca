import { LOCALES, type Locale, type Texts, type TextRequest } from '../../machines/language.ts';
import ja from '../messages/ja.json?part=signIn';

/**
 * Converts texts to the parsed format that react-intl expects: a text without placeholders is one element.
 */
const parsed = (texts: Texts): Texts =>
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
export const FALLBACK_TEXTS: Texts = parsed(ja);

export const isLocale = (value: unknown): value is Locale => LOCALES.some(locale => locale === value);

/** Importers of the texts of the pages before sign-in. */
const SIGN_IN_TEXTS: Readonly<Partial<Record<Locale, () => Promise<{ readonly default: Texts }>>>> = {
  en: () => import('../messages/en.json?part=signIn'),
  'zh-CN': () => import('../messages/zh-CN.json?part=signIn'),
};

const partsIn = async (locale: Locale, parts: readonly string[]): Promise<readonly Texts[]> => {
  if (parts.length === 0) return [];
  const { DEFERRED_MESSAGES } = await import('./deferred-messages.ts');
  return (await Promise.all(
    parts.flatMap(part => DEFERRED_MESSAGES[part]?.[`../messages/${locale}.json`]?.() ?? []),
  )) as Texts[];
};

export const textsOf = async ({ locale, parts }: TextRequest): Promise<Texts> => {
  const [signInTexts, otherParts] = await Promise.all([SIGN_IN_TEXTS[locale]?.(), partsIn(locale, parts)]);
  return { ...FALLBACK_TEXTS, ...parsed(Object.assign({}, signInTexts?.default, ...otherParts) as Texts) };
};
