import { LOCALES, type Locale, type Texts } from '../../machines/language.ts';
import ja from '../messages/ja.json';

/** Japanese is the default and what stands in for a text that another language lacks, so it is always at hand. */
export const FALLBACK: Locale = 'ja';
export const FALLBACK_TEXTS: Texts = ja;

export const isLocale = (value: unknown): value is Locale => LOCALES.some(locale => locale === value);

const TEXTS: Readonly<Record<Locale, () => Promise<Texts>>> = {
  ja: async () => FALLBACK_TEXTS,
  en: async () => ({ ...FALLBACK_TEXTS, ...(await import('../messages/en.json')).default }),
  'zh-CN': async () => ({ ...FALLBACK_TEXTS, ...(await import('../messages/zh-CN.json')).default }),
};

export const textsOf = (locale: Locale): Promise<Texts> => TEXTS[locale]();
